import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { env } from "#app/env.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { correlationHeader } from "#app/http/correlation.server.ts";
import { contentSecurityPolicy, newNonce, setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { hearOut } from "./body.server.ts";
import { RefusalPage } from "./RefusalPage.tsx";
import type { Refusal } from "./refusal.ts";

const isRefusal = (value: unknown): value is { view: ApiError["view"] } =>
  typeof value === "object" && value !== null && "view" in value;

/** The build with routes that do nothing but refuse: what a page's scripts asked for is answered in their own form. */
function refusing(build: ServerBuild): ServerBuild {
  const refuse = ({ context }: { context: unknown }): never => {
    if (isRefusal(context)) throw new ApiError(context.view);
    throw new Error("A refusal without words");
  };
  const routes = Object.entries(build.routes).flatMap(([id, route]) =>
    route ? [[id, { ...route, module: { ...route.module, loader: refuse, action: refuse } }] as const] : [],
  );
  return { ...build, routes: Object.fromEntries(routes) };
}

/**
 * Refuses requests in words: a page for a browser, data for a page's scripts, and JSON for whoever else fetches.
 * Nothing of the routes runs.
 */
export function createRefuse(build: ServerBuild) {
  const answerScripts = createRequestHandler(refusing(build), "production");

  async function answerTo(request: IncomingMessage, url: URL, refusal: Refusal, correlationId: string) {
    const { status, statusLine, message, advice } = refusal;
    const view = { statusLine, code: status, message, advice, correlationId };
    if (url.pathname.endsWith(".data") && (request.method === "GET" || request.method === "POST")) {
      const asked = new Request(url, { method: request.method });
      return answerScripts(asked, { view });
    }
    if (!request.headers.accept?.includes("text/html")) return new ApiError(view);
    const page = renderToStaticMarkup(
      <RefusalPage product={env.PRODUCT_TITLE} refusal={refusal} correlationId={correlationId} />,
    );
    return new Response(`<!DOCTYPE html>${page}`, {
      status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": contentSecurityPolicy(newNonce()),
      },
    });
  }

  return async function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: Refusal,
    { pathname, correlationId }: { pathname: string; correlationId: string },
  ): Promise<void> {
    const answer = await answerTo(request, new URL(env.APP_URL + pathname), refusal, correlationId);
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(refusal.headers ?? {})) headers.set(name, value);
    headers.set(correlationHeader, correlationId);
    setSecurityHeaders(headers);
    const bytes = Buffer.from(await answer.arrayBuffer());
    headers.set("Content-Length", String(bytes.length));
    if (!request.complete) response.shouldKeepAlive = false;
    response.writeHead(refusal.status, [...headers].flat());
    if (request.method !== "HEAD") response.write(bytes);
    await hearOut(request);
    response.end();
  };
}
