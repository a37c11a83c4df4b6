import { Writable } from "node:stream";
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { env } from "#app/env.server.ts";
import { PageRequestContext } from "#app/http/clientNonce.ts";
import { compressBody } from "#app/http/compress.server.ts";
import { correlationHeader, correlationIdOf } from "#app/http/correlation.server.ts";
import { log } from "#app/http/log.server.ts";
import { isSameOrigin } from "#app/http/origin.server.ts";
import { contentSecurityPolicy, newNonce, setSecurityHeaders } from "#app/http/securityHeaders.server.ts";

/** Loaders that defer get this long, in ms; a page's rendering gets a little more. */
export const streamTimeout = 60_000;
const abortAfterMs = streamTimeout + 1_000;

// The error handler and the page's rendering see the same Request object, and only that.
const failed = new WeakMap<Request, string>();

/** Remix hands over every unexpected error; the page then shows the id under which it is logged. */
export function handleError(problem: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  const correlationId = failed.get(request) ?? correlationIdOf(request);
  failed.set(request, correlationId);
  log.error({ correlationId, path: new URL(request.url).pathname, err: problem }, "unexpected error");
}

/** Renders the whole page before anything is sent: nothing a person must read comes later. */
function renderPage(request: Request, context: EntryContext, nonce: string): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <PageRequestContext.Provider value={{ nonce, correlationId: failed.get(request) }}>
        <RemixServer context={context} url={request.url} abortDelay={abortAfterMs} nonce={nonce} />
      </PageRequestContext.Provider>,
      {
        nonce,
        onAllReady() {
          pipe(sink);
        },
        onShellError(problem) {
          clearTimeout(timer);
          reject(problem);
        },
        onError(problem) {
          if (!request.signal.aborted) log.error({ err: problem }, "rendering");
        },
      },
    );
    // Left running, the timer would hold the whole page in memory until it fires.
    const timer = setTimeout(() => abort(new Error("Rendering took too long")), abortAfterMs);
  });
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = newNonce();
  const html = await renderPage(request, context, nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  setSecurityHeaders(headers);
  const correlationId = failed.get(request);
  if (correlationId) headers.set(correlationHeader, correlationId);
  return new Response(await compressBody(html, request, headers), { status, headers });
}

/** The same headers for the data of client navigations. */
export async function handleDataRequest(
  response: Response,
  { request }: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<Response> {
  const headers = new Headers(response.headers);
  setSecurityHeaders(headers);
  const correlationId = failed.get(request);
  if (correlationId) headers.set(correlationHeader, correlationId);
  // Remix answers a write from another origin before any route sees it, as an unexpected error.
  const isForeign = request.method !== "GET" && !isSameOrigin(request.headers, new URL(env.APP_URL).origin);
  const status = isForeign ? 403 : response.status;
  if (response.body === null) return new Response(null, { status, headers });
  const body = new Uint8Array(await response.arrayBuffer());
  return new Response(await compressBody(body, request, headers), { status, headers });
}
