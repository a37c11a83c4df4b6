import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { useCallback, useEffect, useId, useRef } from "react";
import { Button } from "#app/ui/Button.tsx";

/** Asks before a page with edits is left: within the portal by a dialog, out of it by the browser's own. */
export function LeaveGuard({ edited }: { edited: boolean }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => edited && currentLocation.pathname !== nextLocation.pathname,
  );
  const isAsking = blocker.state === "blocked";

  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (edited) event.preventDefault();
      },
      [edited],
    ),
  );

  useEffect(() => {
    if (!isAsking) return;
    const asked = dialog.current;
    asked?.showModal();
    return () => {
      asked?.close();
      // Escape may have closed the panel beneath before it was asked.
      const panel = asked?.parentElement?.closest("dialog");
      if (panel?.isConnected && !panel.open) panel.showModal();
    };
  }, [isAsking]);

  return (
    <dialog
      ref={dialog}
      className="route-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        blocker.reset?.();
      }}
      onClose={() => blocker.reset?.()}
    >
      <div className="dialog-content">
        <h2 id={id}>Leave without saving?</h2>
        <p>What you changed in this rule is not saved, and would be lost.</p>
        <div className="confirm-buttons">
          <Button variant="primary" onClick={() => blocker.reset?.()}>
            Stay
          </Button>
          <Button onClick={() => blocker.proceed?.()}>Leave without saving</Button>
        </div>
      </div>
    </dialog>
  );
}
