/** From this width on a panel is shown next to its list (screens#panel-beside); the same as in `dialog.css`. */
const wide = "(min-width: 1440px)";

/** Whether panels are currently shown next to their lists instead of over them. */
export const isSplitView = (): boolean =>
  typeof window !== "undefined" && window.matchMedia(wide).matches && CSS.supports("selector(:has(a))");

/** Listens to changes of this, as the window is resized; returns the unsubscribe function. */
export function onBesideChange(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Makes an open dialog modal, or puts it next to the page, in place: the focus is unchanged. */
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

/** A field in `within` whose value differs from the rendered one. */
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
 * Behaviour of a native modal for a panel next to its list: Escape closes it, and clicking another
 * row doesn't discard typed text. Returns the undo function.
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
