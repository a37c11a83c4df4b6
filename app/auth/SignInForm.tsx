import { type FormEvent, useEffect, useRef, useState } from "react";
import { safeReturnTo } from "#app/http/safeRedirect.ts";
import { Button } from "#app/ui/Button.tsx";
import { Spinner } from "#app/ui/feedback/Spinner.tsx";
import { signInPath } from "./signInPath.ts";

const popupName = "portal-sign-in";
const closedPollMs = 400;

const isSignedIn = (data: unknown): data is { type: "signed-in"; returnTo: unknown } =>
  typeof data === "object" &&
  data !== null &&
  "type" in data &&
  data.type === "signed-in" &&
  "returnTo" in data;

/** A popup is for desktops: a mouse, room for two windows, and not inside a popup already. */
const wantsPopup = (): boolean =>
  window.opener === null &&
  window.matchMedia("(hover: hover) and (pointer: fine) and (min-width: 768px)").matches;

/**
 * The Log In button: a plain form that redirects; with scripting on a desktop the same form opens in a popup, which
 * tells this window when it is done. A blocked popup leaves the redirect (sign-in#popup).
 */
export function SignInForm({ returnTo }: { returnTo: string }) {
  const popup = useRef<Window | null>(null);
  const [waiting, setWaiting] = useState(false);

  useEffect(() => {
    function onMessage(event: MessageEvent<unknown>) {
      if (event.origin !== window.location.origin || event.source !== popup.current) return;
      if (isSignedIn(event.data)) window.location.assign(safeReturnTo(event.data.returnTo));
    }
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, []);

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
