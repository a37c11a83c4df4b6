import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { optionalUser } from "#app/core/auth/guard.server.ts";
import { asksForAccount, loginProblems } from "#app/core/auth/loginProblems.ts";
import { env } from "#app/core/env.server.ts";
import { RouteErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
import { loginPath, loginSearch, safeReturnTo } from "#app/core/http/safeRedirect.ts";
import { popupOpenerPolicy } from "#app/core/http/securityHeaders.server.ts";
import { Button } from "#app/core/ui/Button.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { Spinner } from "#app/core/ui/feedback/Progress.tsx";
import { signInPath } from "../paths.ts";

const popupName = "portal-sign-in";
const closedPollMs = 400;

/** Message of the popup: signed in, and where to continue; or failed, and which page says so. */
const isOutcome = (data: unknown): data is { type: "signed-in" | "failed"; returnTo: string } =>
  typeof data === "object" &&
  data !== null &&
  "type" in data &&
  (data.type === "signed-in" || data.type === "failed") &&
  "returnTo" in data &&
  typeof data.returnTo === "string";

/** The signed-out page continues automatically once there is a session. */
async function hasSession(returnTo: string): Promise<boolean> {
  const answer = await fetch(loginPath(returnTo), { method: "HEAD", redirect: "manual" });
  return answer.type === "opaqueredirect";
}

/** A popup is for desktops: a mouse, room for two windows, and not inside a popup already. */
const wantsPopup = (): boolean =>
  window.opener === null &&
  window.matchMedia("(hover: hover) and (pointer: fine) and (min-width: 768px)").matches;

/**
 * The Log In button: a plain form that redirects; with scripting on a desktop the same form opens in a popup, which
 * tells this window when it is done or has failed. A blocked popup leaves the redirect (sign-in#popup). When this
 * window becomes visible again, it continues automatically if somebody has signed in meanwhile. With `otherAccount`
 * the provider asks which account (sign-in#other-account).
 */
export function SignInForm({ returnTo, otherAccount }: { returnTo: string; otherAccount: boolean }) {
  const popup = useRef<Window | null>(null);
  const [waiting, setWaiting] = useState(false);

  useEffect(() => {
    function onMessage(event: MessageEvent<unknown>) {
      if (event.origin !== window.location.origin || event.source !== popup.current) return;
      if (!isOutcome(event.data)) return;
      const message = event.data;
      const { problem = "failed" } = message.type === "failed" ? loginSearch.read(message.returnTo) : {};
      window.location.assign(
        message.type === "signed-in" ? safeReturnTo(message.returnTo) : loginPath(returnTo, problem),
      );
    }
    function onFocus() {
      hasSession(returnTo).then(
        (isSignedIn) => isSignedIn && window.location.assign(returnTo),
        // Offline, the button can still be pressed.
        () => undefined,
      );
    }
    window.addEventListener("message", onMessage);
    window.addEventListener("focus", onFocus);
    return () => {
      window.removeEventListener("message", onMessage);
      window.removeEventListener("focus", onFocus);
    };
  }, [returnTo]);

  useEffect(() => {
    if (!waiting) return;
    const timer = window.setInterval(() => {
      if (popup.current?.closed) setWaiting(false);
    }, closedPollMs);
    return () => window.clearInterval(timer);
  }, [waiting]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    form.target = "";
    form.action = signInPath(false);
    if (!wantsPopup()) return;
    popup.current = window.open("about:blank", popupName, "popup,width=520,height=680");
    if (!popup.current) return;
    form.target = popupName;
    form.action = signInPath(true);
    setWaiting(true);
  }

  return (
    <form method="post" action={signInPath(false)} onSubmit={onSubmit}>
      <input type="hidden" name="returnTo" value={returnTo} />
      {otherAccount && <input type="hidden" name="account" value="other" />}
      {waiting && (
        <p className="mb-4 flex items-center justify-center gap-2">
          <Spinner label="Waiting for the sign-in window" /> Continue in the sign-in window.
        </p>
      )}
      <Button type="submit" variant="primary">
        Log In
      </Button>
    </form>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Log In · ${data?.title ?? ""}` }];

export const headers = () => popupOpenerPolicy;

export async function loader({ request }: LoaderFunctionArgs) {
  const { problem, ...query } = loginSearch.read(request.url);
  const returnTo = safeReturnTo(query.returnTo);
  if (await optionalUser(request)) throw redirect(returnTo);
  return {
    title: env.PRODUCT_TITLE,
    returnTo,
    problem: problem && loginProblems[problem],
    otherAccount: asksForAccount(problem),
  };
}

export default function LoginPage() {
  const { title, returnTo, problem, otherAccount } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto flex max-w-dialog flex-col items-center gap-5 px-4 pb-8 pt-[20vh] text-center [&_.btn]:min-h-touch [&_.btn]:px-8">
      <img src="/favicon.svg" alt="" width={56} height={56} />
      <h1>{title}</h1>
      {problem && <Notice tone="attention">{problem}</Notice>}
      <SignInForm returnTo={returnTo} otherAccount={otherAccount} />
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary };
