import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { useCallback, useEffect, useId, useRef } from "react";
import { Button } from "#app/ui/elements.tsx";

/** Asks before leaving a page with unsaved edits: by a dialog within the portal, by the browser's own otherwise. */
export function LeaveGuard({ edited }: { edited: boolean }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog's close event is late: the next question may be open by then.
  const closedByUs = useRef(0);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => edited && currentLocation.pathname !== nextLocation.pathname,
  );
  // One Escape may close both dialogs, and ask again before this has rendered: then the location differs.
  const askedFor = blocker.state === "blocked" ? blocker.location.key : undefined;

  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (edited) event.preventDefault();
      },
      [edited],
    ),
  );

  useEffect(() => {
    const opened = dialog.current;
    if (askedFor === undefined || !opened) return;
    // Browsers let a second Escape close a panel that refused once, and nothing is visible inside a closed one.
    const panel = opened.parentElement?.closest("dialog");
    if (panel && !panel.open) panel.showModal();
    opened.showModal();
    return () => {
      if (opened.open) closedByUs.current += 1;
      opened.close();
    };
  }, [askedFor]);

  return (
    <dialog
      ref={dialog}
      className="route-dialog !m-auto"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        blocker.reset?.();
      }}
      onClose={() => {
        if (closedByUs.current > 0) closedByUs.current -= 1;
        else blocker.reset?.();
      }}
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
