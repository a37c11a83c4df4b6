import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { commandListeners } from "#app/composition/commandListeners.server.ts";
import { onSettled } from "#app/core/commands/settled.server.ts";
import { PageRequestContext } from "#app/core/http/clientNonce.ts";
import { compressBody } from "#app/core/http/compress.server.ts";
import { allowReuse } from "#app/core/http/prefetch.server.ts";
import { correlationHeader, correlationIdOf } from "#app/core/http/requestNotes.server.ts";
import {
  contentSecurityPolicy,
  newNonce,
  setSecurityHeaders,
} from "#app/core/http/securityHeaders.server.ts";
import { lacksStyles, stylesCookie, stylesPlace, withStyles } from "#app/core/http/styles.server.ts";
import { log } from "#app/core/log.server.ts";

onSettled(commandListeners);

/** Entry points of the production build: the server behind the gate, and the runs that begin by themselves. */
export { startPlannedRuns } from "#app/composition/plannedRuns.server.ts";
export { startServer } from "#app/core/gate/server.server.ts";

/**
 * No loader defers: its data is complete when it is encoded. In ms; until then the encoder's timer
 * retains the page's data in memory.
 */
export const streamTimeout = 100;

// The error handler and the rendering share only the Request object.
const failed = new WeakMap<Request, string>();

/**
 * Called by Remix for every unexpected error; the page then shows the id under which it is logged. Rejections by the
 * router itself, such as a write to a page without an action, are shown in words and are not logged as errors.
 */
export function handleError(problem: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  const correlationId = failed.get(request) ?? correlationIdOf(request);
  failed.set(request, correlationId);
  const { pathname: path } = new URL(request.url);
  if (isRouteErrorResponse(problem) && problem.status < 500)
    log.warn({ correlationId, path, status: problem.status }, "refused");
  else log.error({ correlationId, path, err: problem }, "unexpected error");
}

const forScript: Record<string, string> = {
  "&": "\\u0026",
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Passes the loaders' data to the page's scripts, as `RemixServer` would for a streamed page. */
async function handOver(data: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const text = JSON.stringify(await new Response(data).text());
  const inert = text.replace(/[&<>\u2028\u2029]/g, (character) => forScript[character] ?? "");
  const to = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${to}.enqueue(${inert});${to}.close();</script>`;
}

/**
 * The whole page as one text: no content arrives later, so nothing is streamed, which costs the
 * server less than half as much.
 */
async function renderPage(
  request: Request,
  context: EntryContext,
  { nonce, bringsStyles }: { nonce: string; bringsStyles: boolean },
): Promise<string> {
  const { serverHandoffStream, ...page } = context;
  const styles = bringsStyles ? stylesPlace : undefined;
  const html = renderToString(
    <PageRequestContext.Provider value={{ nonce, correlationId: failed.get(request), styles }}>
      <RemixServer context={page} url={request.url} nonce={nonce} />
    </PageRequestContext.Provider>,
  );
  const data = serverHandoffStream ? await handOver(serverHandoffStream, nonce) : "";
  return `<!DOCTYPE html>${bringsStyles ? withStyles(html) : html}${data}`;
}

/**
 * Preloads of the page's scripts: the browser requests them at once, not only after parsing the page to its end,
 * where Remix lists them. The largest come first, since a browser loads only a few at a time.
 */
function scriptsAhead({ manifest, staticHandlerContext: { matches } }: EntryContext): string {
  const routes = matches.flatMap(({ route: { id } }) => manifest.routes[id] ?? []);
  const scripts = new Set([
    ...manifest.entry.imports,
    manifest.entry.module,
    manifest.url,
    ...routes.flatMap(({ module, imports = [] }) => [module, ...imports]),
  ]);
  return [...scripts].map((script) => `<${script}>; rel=modulepreload`).join(", ");
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = newNonce();
  const bringsStyles = lacksStyles(request);
  const html = await renderPage(request, context, { nonce, bringsStyles });
  if (bringsStyles) headers.append("Set-Cookie", stylesCookie);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  headers.append("Link", scriptsAhead(context));
  setSecurityHeaders(headers);
  const correlationId = failed.get(request);
  if (correlationId) headers.set(correlationHeader, correlationId);
  return new Response(compressBody(Buffer.from(html), request, headers), {
    status,
    headers,
  });
}

/** The data of client navigations. */
export async function handleDataRequest(
  response: Response,
  { request }: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<Response> {
  const headers = new Headers(response.headers);
  const { status } = response;
  allowReuse(headers, status);
  setSecurityHeaders(headers);
  const correlationId = failed.get(request);
  if (correlationId) headers.set(correlationHeader, correlationId);
  if (response.body === null) return new Response(null, { status, headers });
  const body = new Uint8Array(await response.arrayBuffer());
  return new Response(compressBody(body, request, headers), { status, headers });
}
