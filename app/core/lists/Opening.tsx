import { useLocation, useNavigate } from "@remix-run/react";
import { useRef } from "react";
import { justAMoment } from "#app/core/specification/screens.ts";
import { Spinner } from "#app/core/ui/feedback/Progress.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { useBeforePaint } from "#app/core/ui/useBeforePaint.ts";
import { useListPlace } from "./useListPlace.ts";

/** The title of a panel, and what is loading. */
export type OpeningWords = { title: string; words: string };

/**
 * The panel while its document is loading (screens#panel-loading). Escape and Close cancel the
 * loading; Escape works from the press on, since the panel renders a moment later.
 */
export function Opening({
  param,
  wordsOf,
}: {
  /** The path parameter with the document's id. */
  param: string;
  /** The words for the panel at a path; undefined for any other. */
  wordsOf: (pathname: string) => OpeningWords | undefined;
}) {
  const { currentId, next } = useListPlace(param);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const here = `${pathname}${search}`;
  const isOpen = currentId !== undefined;

  // Removed before the panel is visible: a later Escape belongs to the panel.
  useBeforePaint(() => {
    if (isOpen) return;
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented || !isOnTheWay(wordsOf)) return;
      event.preventDefault();
      navigate(here, { replace: true, preventScrollReset: true });
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isOpen, wordsOf, here, navigate]);

  const words = isOpen || next === undefined ? undefined : wordsOf(next);
  return words ? <OpeningPanel {...words} here={here} /> : null;
}

/** Whether the router is at a panel or on the way to one: it knows both before they are rendered. */
function isOnTheWay(wordsOf: (pathname: string) => OpeningWords | undefined): boolean {
  const { navigation, location } = window.__remixRouter.state;
  return wordsOf((navigation.location ?? location).pathname) !== undefined;
}

/** It takes no focus: the real panel does, once it is there. */
function OpeningPanel({ title, words, here }: OpeningWords & { here: string }) {
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
            {justAMoment}
          </p>
        </div>
      </div>
    </dialog>
  );
}
