import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import { logOut } from "#app/core/specification/screens.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { usePageCorrelationId } from "./clientNonce.ts";
import { type ErrorView, isErrorView } from "./errorView.ts";
import { SendAgain } from "./SendAgain.tsx";

const headings: Record<number, string> = {
  401: "Your account was refused",
  403: "You may not open this page",
  404: "Not found",
  405: "This address cannot be used like that",
};

/** For failures without a message from upstream. */
const explanations: Record<number, string> = {
  403: "The portal's service does not let your account see this.",
  404: "The portal's service does not have what this page asks for.",
};

const startAgain = "Go back, or find it here.";

/** The error messages of browsers for a request without a response: Chromium, Firefox, Safari. */
const isUnreached = (problem: unknown): boolean =>
  problem instanceof TypeError && /^(Failed to fetch|NetworkError when|Load failed)/.test(problem.message);

function toView(problem: unknown, correlationId: string | undefined): ErrorView {
  if (isRouteErrorResponse(problem)) {
    if (isErrorView(problem.data)) return problem.data;
    return {
      statusLine: problem.statusText || "Error",
      code: problem.status,
      message:
        problem.status === 404
          ? "There is no such page."
          : typeof problem.data === "string"
            ? problem.data
            : "",
      correlationId: correlationId ?? "",
      advice: startAgain,
    };
  }
  if (isUnreached(problem)) {
    return {
      statusLine: "Service Unavailable",
      code: 503,
      message: "The portal could not be reached: the connection failed.",
      correlationId: "",
      advice: "Check the network, then try again.",
    };
  }
  return {
    statusLine: "Internal Server Error",
    code: 500,
    message: "The portal itself failed while it made this page.",
    correlationId: correlationId ?? "",
    advice: correlationId
      ? "Try again. If it keeps happening, give support the reference."
      : "Try again. If it keeps happening, tell support what you did and when.",
  };
}

/** What a page that does not exist offers: a way to what was meant. */
export const NotFoundHelp = createContext<ReactNode>(null);

/** The error page, with links. Every route exports this as its `ErrorBoundary`. */
export function RouteErrorBoundary() {
  const view = toView(useRouteError(), usePageCorrelationId());
  const notFoundHelp = useContext(NotFoundHelp);
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const calm = view.code === 403 || view.code === 404;
  const heading = headings[view.code] ?? "This page could not be shown";
  const words = view.message === view.statusLine ? explanations[view.code] : view.message;
  // 'Store Not Found' is a sufficient heading.
  const isTitle = view.code === 404 && words !== undefined && / not found$/i.test(words);
  return (
    <Page title={isTitle ? words : heading}>
      {calm ? (
        <div role="alert" className="space-y-2">
          {!isTitle && <p>{words}</p>}
          <p>{view.advice}</p>
          {view.code === 403 && view.correlationId && (
            <p className="text-ink-faint">Reference for support: {view.correlationId}</p>
          )}
        </div>
      ) : (
        <ErrorBar error={view} />
      )}
      {view.code === 404 && notFoundHelp}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {view.unsent && <SendAgain form={view.unsent} />}
        {!calm && !view.unsent && (
          <LinkButton href={here} data-document="" variant="primary">
            Try again
          </LinkButton>
        )}
        <LinkButton href="/" variant={calm ? "primary" : "secondary"}>
          Stores
        </LinkButton>
        {view.code === 403 && !view.unsent && (
          <LinkButton href={here} data-document="">
            Try again
          </LinkButton>
        )}
        {(view.code === 401 || view.code === 403) && (
          <form method="post" action="/auth/logout">
            <Button type="submit">{logOut}</Button>
          </form>
        )}
      </div>
    </Page>
  );
}
