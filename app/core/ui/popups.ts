/** Places a popup above its opener if the space below is too small and the space above is larger. */
export function placePopup(popup: Element | null): void {
  if (!popup?.parentElement) return;
  popup.classList.remove("up");
  const opener = popup.parentElement.getBoundingClientRect();
  const below = window.innerHeight - opener.bottom;
  popup.classList.toggle("up", popup.scrollHeight + 8 > below && opener.top > below);
}

/**
 * Makes every open `<details data-popup>` of the page behave as a popup: a click outside, Escape (the focus returns
 * to its summary) and following one of its links close it. Returns the undo function.
 */
export function keepPopupsTidy(): () => void {
  const opened = () => document.querySelectorAll<HTMLDetailsElement>("details[data-popup][open]");
  function onPress(event: Event) {
    for (const popup of opened()) {
      if (event.target instanceof Node && !popup.contains(event.target)) popup.open = false;
    }
  }
  function onClick(event: Event) {
    if (!(event.target instanceof Element)) return;
    const popup = event.target.closest("a[href]")?.closest<HTMLDetailsElement>("details[data-popup]");
    if (popup) popup.open = false;
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    for (const popup of opened()) {
      popup.open = false;
      // A dialog below stays open: one Escape closes one thing.
      event.preventDefault();
      if (popup.contains(document.activeElement)) popup.querySelector("summary")?.focus();
    }
  }
  function onToggle(event: Event) {
    if (!(event.target instanceof HTMLDetailsElement) || !event.target.open) return;
    placePopup(event.target.querySelector(":scope > .popup"));
  }
  window.addEventListener("pointerdown", onPress);
  window.addEventListener("focusin", onPress);
  window.addEventListener("click", onClick);
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("toggle", onToggle, true);
  return () => {
    window.removeEventListener("pointerdown", onPress);
    window.removeEventListener("focusin", onPress);
    window.removeEventListener("click", onClick);
    window.removeEventListener("keydown", onKey, true);
    window.removeEventListener("toggle", onToggle, true);
  };
}
