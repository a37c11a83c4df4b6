import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Request as Incoming } from "express";
import { renderToStaticMarkup } from "react-dom/server";
import { env } from "#app/env.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { correlationHeader } from "#app/http/requestNotes.server.ts";
import { contentSecurityPolicy, newNonce } from "#app/http/securityHeaders.server.ts";
import stylesAddress from "#app/styles.css?url";
import { LinkButton } from "#app/ui/Button.tsx";
import { ErrorBar } from "#app/ui/feedback/ErrorBar.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import type { Refusal } from "./admit.server.ts";
import type { GateResponse } from "./request.server.ts";

const isRefusal = (value: unknown): value is { view: ApiError["view"] } =>
  typeof value === "object" && value !== null && "view" in value;

/** The build with routes that only reject: a page's scripts get the response in their own format. */
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

/** Rejects requests in words, without any route's code: a page, data for a page's scripts, or else JSON. */
export function createRefuse(build: ServerBuild) {
  const answerScripts = createRequestHandler(refusing(build), "production");

  async function answerTo(request: Incoming, { url, notes }: GateResponse["locals"], refusal: Refusal) {
    const { status, statusLine, message, advice } = refusal;
    const { correlationId } = notes;
    const view = { statusLine, code: status, message, advice, correlationId };
    if (url.pathname.endsWith(".data") && (request.method === "GET" || request.method === "POST")) {
      const gateRequest = new Request(new URL(url.pathname, url), { method: request.method });
      return answerScripts(gateRequest, { view });
    }
    if (!request.headers.accept?.includes("text/html")) return new ApiError(view);
    const page = renderToStaticMarkup(
      <RefusalPage product={env.PRODUCT_TITLE} refusal={refusal} correlationId={correlationId} />,
    );
    return new Response(`<!DOCTYPE html>${page}`, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": contentSecurityPolicy(newNonce()),
      },
    });
  }

  return async (request: Incoming, response: GateResponse, refusal: Refusal): Promise<void> => {
    const answer = await answerTo(request, response.locals, refusal);
    response
      .status(refusal.status)
      .set(Object.fromEntries(answer.headers))
      .set({ ...refusal.headers, [correlationHeader]: response.locals.notes.correlationId })
      .send(Buffer.from(await answer.arrayBuffer()));
  };
}

type Props = { product: string; refusal: Refusal; correlationId: string };

/** A rejection as a standalone page, without scripts: Remix has not seen the request. */
function RefusalPage({ product, refusal, correlationId }: Props) {
  const { status, statusLine, message, advice } = refusal;
  return (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${statusLine} · ${product}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={stylesAddress} />
      </head>
      <body>
        <main id="main">
          <Page title="This could not be done">
            <ErrorBar error={{ statusLine, code: status, message, advice, correlationId }} />
            <div className="mt-4">
              <LinkButton href="/">Stores</LinkButton>
            </div>
          </Page>
        </main>
      </body>
    </html>
  );
}
