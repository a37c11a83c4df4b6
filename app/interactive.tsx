import { useEffect } from "react";
import { SessionEnd } from "#app/core/auth/SessionEnd.tsx";
import { PrefetchIntent } from "#app/core/http/PrefetchIntent.tsx";
import { RowKeys } from "#app/core/lists/RowKeys.tsx";
import { keepPopupsTidy } from "#app/core/ui/popups.ts";
import { preferencesPath } from "#app/features/preferences/paths.ts";

const typesIn = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

/** '/' outside fields, and Ctrl-K anywhere, lead to the field; not from behind an open dialog (find#field). */
function useFindKeys(isSlashOn: boolean) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isChord = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
      const isSlash = isSlashOn && event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.defaultPrevented || !(isChord || (isSlash && !typesIn(event.target)))) return;
      const input = document.querySelector<HTMLInputElement>(".find-field input");
      if (!input || input.offsetParent === null || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      input.focus();
      input.select();
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isSlashOn]);
}

const words = "The image could not be loaded";
const isPicture = (target: EventTarget | null): target is HTMLImageElement =>
  target instanceof HTMLImageElement && target.classList.contains("product-image");

function mark(picture: HTMLImageElement): void {
  if (picture.classList.contains("no-picture")) return;
  picture.classList.add("no-picture");
  picture.title = words;
  picture.alt = `${picture.alt} (${words.toLowerCase()})`;
}

/**
 * Shows the placeholder and its text for product pictures that fail to load, now and later. Returns the undo function.
 */
function markBrokenPictures(): () => void {
  function onError({ target }: Event) {
    if (isPicture(target)) mark(target);
  }
  function onLoad({ target }: Event) {
    if (!isPicture(target)) return;
    target.classList.remove("no-picture");
    target.removeAttribute("title");
  }
  // A picture that failed before this ran has fired its error event already.
  for (const picture of document.querySelectorAll<HTMLImageElement>("img.product-image")) {
    if (picture.complete && picture.naturalWidth === 0) mark(picture);
  }
  window.addEventListener("error", onError, true);
  window.addEventListener("load", onLoad, true);
  return () => {
    window.removeEventListener("error", onError, true);
    window.removeEventListener("load", onLoad, true);
  };
}

/** The frame's part that no page shows at first: its code is loaded once the page is interactive. */
export function Interactive({
  session,
  guideHref,
  hasKeys,
  isSlashOn,
}: {
  /** When its page was loaded, in epoch milliseconds, and how long it then had left. */
  session: { loadedAt: number; sessionLeftMs: number };
  guideHref: string;
  hasKeys: boolean;
  isSlashOn: boolean;
}) {
  useEffect(keepPopupsTidy, []);
  useEffect(markBrokenPictures, []);
  useFindKeys(isSlashOn);
  return (
    <>
      <SessionEnd key={session.loadedAt} leftMs={session.sessionLeftMs} />
      <PrefetchIntent />
      <RowKeys isOn={hasKeys} guideHref={guideHref} preferencesHref={preferencesPath} />
    </>
  );
}
