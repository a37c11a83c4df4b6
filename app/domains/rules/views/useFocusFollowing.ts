import { type RefObject, useEffect, useRef } from "react";

const firstField = "select, input:not([type=hidden])";
const removeButton = "button[data-remove]";

/**
 * Lets the focus follow a list whose rows come, go and move: into the first field of a new row; from a removed one to
 * the row that took its place, else the one before, else to what adds one; and with a row that was moved. `keys` are
 * those of the rows in order, `rows` selects the rows within the element. A row's own Remove carries `data-remove`.
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
    // A row that moves is taken out of the page for a moment, and what is in it loses the focus.
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

/** The first place at which two lists differ; undefined where they are the same. */
function firstDifference<Element>(one: readonly Element[], other: readonly Element[]): number | undefined {
  const longest = Math.max(one.length, other.length);
  for (let place = 0; place < longest; place += 1) if (one[place] !== other[place]) return place;
  return undefined;
}
