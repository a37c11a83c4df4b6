import { useLocation, useNavigate } from "@remix-run/react";
import { useRef } from "react";
import { Spinner } from "#app/ui/feedback/Progress.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { useBeforePaint } from "#app/ui/useBeforePaint.ts";
import type { ListPlace } from "./useListPlace.ts";

type Words = { title: string; words: string };

/**
 * The panel while its document is read (screens#panel-loading). Escape and Close end the reading, Escape from the press
 * on: what is pressed is shown a moment later, and an answer to it must not be lost meanwhile.
 */
export function Opening({
  place: { currentId, next },
  isPath,
  ...words
}: Words & {
  place: ListPlace;
  /** Whether a path leads to the panel. */
  isPath: (pathname: string) => boolean;
}) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const here = `${pathname}${search}`;
  const isOpen = currentId !== undefined;

  // Gone before the panel can be seen: an Escape that comes after it belongs to the panel.
  useBeforePaint(() => {
    if (isOpen) return;
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented || !isOnTheWay(isPath)) return;
      event.preventDefault();
      navigate(here, { replace: true, preventScrollReset: true });
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isOpen, isPath, here, navigate]);

  if (isOpen || next === undefined || !isPath(next)) return null;
  return <OpeningPanel {...words} here={here} />;
}

/** Whether the router is under way to a panel, which it knows before anything of that is rendered. */
function isOnTheWay(isPath: (pathname: string) => boolean): boolean {
  const { state, location } = window.__remixRouter.state.navigation;
  return state === "loading" && isPath(location.pathname);
}

/** It takes no focus: the real panel does, once it is there. */
function OpeningPanel({ title, words, here }: Words & { here: string }) {
  const opener = useRef<Element | null>(null);
  useBeforePaint(() => {
    opener.current = document.activeElement;
  }, []);

  function giveFocusBack() {
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  }

  return (
    <dialog open className="route-dialog wide-panel beside" aria-label={title}>
      <div className="dialog-body">
        <div className="dialog-head">
          <h2>{title}</h2>
          <a
            href={here}
            className="btn btn-quiet"
            data-scroll="keep"
            aria-label="Close"
            onClick={giveFocusBack}
          >
            <Icon name="close" />
          </a>
        </div>
        <div className="dialog-content flex flex-col items-center justify-center text-center">
          <Spinner label="" />
          <p role="status">
            {words}
            <br />
            Just a moment!
          </p>
        </div>
      </div>
    </dialog>
  );
}
