import { type RefObject, useEffect, useRef } from "react";

const firstField = "select, input:not([type=hidden])";
const removeButton = "button[data-remove]";

/**
 * Moves the focus with a list whose rows are added, removed and moved: into the first field of a new row; from a
 * removed one to the row that took its place, else the one before, else to the add button; and with a moved row. `keys`
 * are those of the rows in order, `rows` selects the rows within the element. A row's own Remove carries `data-remove`.
 */
export function useFocusFollowing(
  keys: readonly (string | undefined)[],
  rows: string,
): RefObject<HTMLDivElement> {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(keys);
  const focused = useRef<EventTarget | null>(null);

  useEffect(() => {
    const within = element.current;
    const note = ({ target }: FocusEvent) => {
      focused.current = target;
    };
    within?.addEventListener("focusin", note);
    return () => within?.removeEventListener("focusin", note);
  }, []);

  useEffect(() => {
    const earlier = before.current;
    before.current = keys;
    const within = element.current;
    const place = firstDifference(earlier, keys);
    if (place === undefined || !within) return;
    const found = [...within.querySelectorAll(rows)];
    if (keys.length > earlier.length) {
      found[place]?.querySelector<HTMLElement>(firstField)?.focus();
      return;
    }
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!isLost) return;
    // A moved row is detached for a moment, and the element in it loses the focus.
    if (focused.current instanceof HTMLElement && within.contains(focused.current)) {
      focused.current.focus();
      return;
    }
    const next = found[place] ?? found[place - 1];
    const target = next?.querySelector<HTMLElement>(removeButton) ?? within.querySelector("button");
    target?.focus();
  }, [keys, rows]);

  return element;
}

/** The first index at which two lists differ; undefined if they are equal. */
function firstDifference<Element>(one: readonly Element[], other: readonly Element[]): number | undefined {
  const longest = Math.max(one.length, other.length);
  for (let place = 0; place < longest; place += 1) if (one[place] !== other[place]) return place;
  return undefined;
}
