import { buffer } from "node:stream/consumers";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Request as Incoming } from "express";
import { renderToStaticMarkup } from "react-dom/server";
import { env } from "#app/core/env.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import type { ErrorView, UnsentForm } from "#app/core/http/errorView.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { correlationHeader } from "#app/core/http/requestNotes.server.ts";
import { SendAgain } from "#app/core/http/SendAgain.tsx";
import { contentSecurityPolicy, newNonce } from "#app/core/http/securityHeaders.server.ts";
import { log } from "#app/core/log.server.ts";
import { searchWithout } from "#app/core/search/search.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import stylesAddress from "#app/styles.css?url";
import { isUnavailable } from "#database/silence.ts";
import { failures, type Refusal } from "./admit.server.ts";
import type { GateErrorStep, GateResponse } from "./request.server.ts";

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

  async function answerTo(
    request: Incoming,
    { url, notes }: GateResponse["locals"],
    refusal: Refusal,
    unsent: UnsentForm | undefined,
  ) {
    const { status, statusLine, message, advice } = refusal;
    const { correlationId } = notes;
    const view: ErrorView = {
      ...{ statusLine, code: status, message, advice, correlationId },
      ...(unsent && { unsent }),
    };
    if (url.pathname.endsWith(".data") && (request.method === "GET" || request.method === "POST")) {
      const gateRequest = new Request(new URL(url.pathname, url), { method: request.method });
      return answerScripts(gateRequest, { view });
    }
    if (!request.headers.accept?.includes("text/html")) return new ApiError(view);
    const page = renderToStaticMarkup(<RefusalPage product={env.PRODUCT_TITLE} view={view} />);
    return new Response(`<!DOCTYPE html>${page}`, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": contentSecurityPolicy(newNonce()),
      },
    });
  }

  return async (
    request: Incoming,
    response: GateResponse,
    refusal: Refusal,
    unsent?: UnsentForm,
  ): Promise<void> => {
    const answer = await answerTo(request, response.locals, refusal, unsent);
    response
      .status(refusal.status)
      .set(Object.fromEntries(answer.headers))
      .set({ ...refusal.headers, [correlationHeader]: response.locals.notes.correlationId })
      .send(Buffer.from(await answer.arrayBuffer()));
  };
}

/** What was typed into a form that the routes never got; undefined where its body can't be repeated as hidden fields. */
async function unsentForm(
  request: Incoming,
  { form, isRouted, url }: GateResponse["locals"],
): Promise<UnsentForm | undefined> {
  const isSmall = Number(request.headers["content-length"]) <= env.BODY_LIMIT_KB * 1024;
  if (isRouted || form?.separator !== "&" || !isSmall) return undefined;
  const headers = { "Content-Type": form.contentType };
  const body = await buffer(request);
  const typed = await formOf(new Request(url, { method: "POST", headers, body })).catch(() => undefined);
  if (!typed) return undefined;
  const fields = [...typed].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return { action: pageOf(url), fields };
}

/** A page's own URL, also that of a request for its data. */
const pageOf = ({ pathname, search }: URL): string =>
  pathname.replace(/\.data$/, "") + searchWithout(search, "_routes");

/**
 * Answers a request that failed outside of the routes' own error pages: in words, with its reference, and with what was
 * typed (errors#before-routes).
 */
export const createFail =
  (refuse: ReturnType<typeof createRefuse>): GateErrorStep =>
  (problem: unknown, request, response, next) => {
    const { locals } = response;
    log.error({ err: problem, correlationId: locals.notes?.correlationId }, "unexpected error");
    if (response.headersSent || locals.notes === undefined) {
      response.destroy();
      return;
    }
    const beforeRoutes = isUnavailable(problem) ? failures.silent : failures.beforeRoutes;
    const failure = locals.isRouted ? failures.inRoutes : beforeRoutes;
    unsentForm(request, locals)
      .then((unsent) => refuse(request, response, failure, unsent))
      .catch(next);
  };

type Props = { product: string; view: ErrorView };

/** A rejection as a standalone page, without scripts: Remix has not seen the request. */
function RefusalPage({ product, view }: Props) {
  return (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${view.statusLine} · ${product}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={stylesAddress} />
      </head>
      <body>
        <main id="main">
          <Page title="This could not be done">
            <ErrorBar error={view} />
            <div className="mt-4 flex flex-wrap items-center gap-2">
              {view.unsent && <SendAgain form={view.unsent} />}
              <LinkButton href="/">Stores</LinkButton>
            </div>
          </Page>
        </main>
      </body>
    </html>
  );
}
