import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { useCallback, useEffect, useId, useRef } from "react";
import { Button } from "#app/ui/Button.tsx";

/** Asks before a page with edits is left: within the portal by a dialog, out of it by the browser's own. */
export function LeaveGuard({ edited }: { edited: boolean }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog's close event comes late: by then the next question may be open.
  const closedByUs = useRef(0);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => edited && currentLocation.pathname !== nextLocation.pathname,
  );
  // One Escape may close both dialogs at once, and ask again before this was drawn: then it is another place.
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
    const asked = dialog.current;
    if (askedFor === undefined || !asked) return;
    // A browser lets a second Escape close a panel that has refused once, and nothing shows inside a closed one.
    const panel = asked.parentElement?.closest("dialog");
    if (panel && !panel.open) panel.showModal();
    asked.showModal();
    return () => {
      if (asked.open) closedByUs.current += 1;
      asked.close();
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
