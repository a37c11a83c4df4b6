import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useId, useState } from "react";
import { loginPath } from "#app/core/http/safeRedirect.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { useModal } from "#app/core/ui/dialogs/useModal.ts";
import { sessionLivePath } from "./paths.ts";

/** The session is checked slightly after its expected end, and no timer takes more than 24 days. */
const marginMs = 1_000;
const maxTimerMs = 2 ** 31 - 1;

/** Remaining lifetime of the session if unused, in milliseconds; undefined if unknown now. */
async function askLifeLeft(): Promise<number | undefined> {
  const answer = await fetch(sessionLivePath);
  if (answer.status === 401) return 0;
  const read: unknown = await answer.json();
  return typeof read === "object" && read !== null && "leftMs" in read && typeof read.leftMs === "number"
    ? read.leftMs
    : undefined;
}

/**
 * Shows over the current screen that the session has ended, with a way to log in that keeps the screen and what is
 * typed in it; closes once somebody has (sign-in#ends-open). Without scripting the next request says so.
 */
export function SessionEnd({ leftMs }: { leftMs: number }) {
  const [left, setLeft] = useState({ ms: leftMs, isDismissed: false });

  const look = useCallback(() => {
    askLifeLeft().then(
      (ms) => ms !== undefined && setLeft(({ isDismissed }) => ({ ms, isDismissed: isDismissed && ms <= 0 })),
      // Being offline is not being logged out.
      () => undefined,
    );
  }, []);

  useEffect(() => {
    if (left.ms <= 0) return;
    const timer = window.setTimeout(look, Math.min(left.ms + marginMs, maxTimerMs));
    return () => window.clearTimeout(timer);
  }, [left, look]);

  useEffect(() => {
    // Timers stop while a computer sleeps, and the log-in happens in another tab.
    const dueAt = Date.now() + left.ms;
    const onShown = () => {
      if (!document.hidden && Date.now() >= dueAt) look();
    };
    document.addEventListener("visibilitychange", onShown);
    window.addEventListener("focus", onShown);
    const stop = heardOfSessionEnd(look);
    return () => {
      document.removeEventListener("visibilitychange", onShown);
      window.removeEventListener("focus", onShown);
      stop();
    };
  }, [left, look]);

  if (left.ms > 0 || left.isDismissed) return null;
  return <Ended onClose={() => setLeft({ ms: 0, isDismissed: true })} />;
}

/** Above every other dialog: the one below contains what was typed. */
function Ended({ onClose }: { onClose: () => void }) {
  const { pathname, search } = useLocation();
  const title = useId();
  const dialog = useModal();
  return (
    <dialog ref={dialog} className="route-dialog" aria-labelledby={title} onCancel={onClose}>
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={title}>Your session has ended</h2>
        </div>
        <div className="dialog-content">
          <p>
            What you typed on this page is still here. Log in again in a new tab, then come back and go on.
          </p>
          <div className="flex flex-wrap gap-2">
            <LinkButton
              href={loginPath(pathname + search, "expired")}
              target="_blank"
              rel="noopener"
              variant="primary"
            >
              Log In (new tab)
            </LinkButton>
            <Button type="button" onClick={onClose}>
              Close
            </Button>
          </div>
        </div>
      </div>
    </dialog>
  );
}

const ended = "session-ended";

/** Notifies the page that the session may have ended: a background read was redirected to sign-in. */
export const tellSessionEnd = (): boolean => window.dispatchEvent(new Event(ended));

/** Calls `listen` on each such notification; returns the unsubscribe function. */
function heardOfSessionEnd(listen: () => void): () => void {
  window.addEventListener(ended, listen);
  return () => window.removeEventListener(ended, listen);
}
