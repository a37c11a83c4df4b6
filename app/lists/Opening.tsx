import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { Spinner } from "#app/ui/feedback/Spinner.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { useBeforePaint } from "#app/ui/useBeforePaint.ts";
import type { ListPlace } from "./useListPlace.ts";

type Words = { title: string; words: string };

/** The panel while its document is read (screens#panel-loading). Escape and Close end the reading. */
export function Opening({
  place: { currentId, next },
  isPath,
  ...words
}: Words & {
  place: ListPlace;
  /** Whether a path leads to the panel. */
  isPath: (pathname: string) => boolean;
}) {
  if (currentId !== undefined || next === undefined || !isPath(next)) return null;
  return <OpeningPanel {...words} />;
}

/** It takes no focus: the real panel does, once it is there. */
function OpeningPanel({ title, words }: Words) {
  const { pathname, search } = useLocation();
  const close = useRef<HTMLAnchorElement>(null);
  const opener = useRef<Element | null>(null);

  // Before the paint, and so gone with it: an Escape that comes after it belongs to the real panel.
  useBeforePaint(() => {
    opener.current = document.activeElement;
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented || !close.current) return;
      event.preventDefault();
      close.current.click();
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
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
            ref={close}
            href={`${pathname}${search}`}
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
