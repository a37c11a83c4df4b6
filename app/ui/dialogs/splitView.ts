/** From here on a panel leaves its list in sight beside it (screens#panel-beside); `dialog.css` says the same. */
const wide = "(min-width: 1440px)";

/** Whether panels stand beside their lists now, rather than over them. */
export const isSplitView = (): boolean =>
  typeof window !== "undefined" && window.matchMedia(wide).matches && CSS.supports("selector(:has(a))");

/** Tells when that changes, as a window is made wider or narrower; returns the undo function. */
export function onBesideChange(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Makes an open dialog modal, or stand beside the page, in place: the focus stays where it is. */
export function stand(dialog: HTMLDialogElement, isInSplitView: boolean): void {
  const focused = document.activeElement;
  const isModal = dialog.matches(":modal");
  if (isInSplitView && isModal) {
    dialog.close();
    dialog.setAttribute("open", "");
  } else if (!isInSplitView && !isModal) {
    dialog.removeAttribute("open");
    dialog.showModal();
  }
  if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus({ preventScroll: true });
}

/** A field in `within` that holds something that was not there when it was rendered. */
export function typedField(within: Element): HTMLElement | undefined {
  for (const field of within.querySelectorAll("input, textarea")) {
    if (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue) return field;
    if (field instanceof HTMLInputElement && field.type !== "hidden" && field.value !== field.defaultValue)
      return field;
  }
  return undefined;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select") !== null;

/**
 * What a modal panel has of the browser, and one beside its list has not: Escape leaves it, and a press on another row
 * takes no typed text away. Returns the undo function.
 */
export function listenInSplitView(dialog: HTMLDialogElement, leave: () => void): () => void {
  const isQuiet = () => dialog.matches(":modal") || document.querySelector("dialog:modal") !== null;
  function onKey(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented || isQuiet() || isField(event.target)) return;
    if (typedField(dialog)) return;
    event.preventDefault();
    leave();
  }
  function onClick(event: MouseEvent) {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    if (isQuiet() || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return;
    const typed = target.closest("main tr[data-opens]") && !dialog.contains(target) && typedField(dialog);
    if (!typed) return;
    event.preventDefault();
    event.stopPropagation();
    typed.focus();
  }
  window.addEventListener("keydown", onKey);
  window.addEventListener("click", onClick, true);
  window.addEventListener("dblclick", onClick, true);
  return () => {
    window.removeEventListener("keydown", onKey);
    window.removeEventListener("click", onClick, true);
    window.removeEventListener("dblclick", onClick, true);
  };
}
