import { type RefObject, useEffect, useRef } from "react";

/**
 * Lets the focus follow a list that grows or shrinks: into the first field of a new row, or to the row that took a
 * removed one's place. `rows` selects the rows within the element.
 */
export function useFocusFollowing(length: number, rows: string): RefObject<HTMLDivElement> {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(length);
  useEffect(() => {
    const grew = length > before.current;
    const changed = length !== before.current;
    before.current = length;
    const within = element.current;
    if (!changed || !within) return;
    const found = [...within.querySelectorAll(rows)];
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (grew) found.at(-1)?.querySelector<HTMLElement>("select, input:not([type=hidden])")?.focus();
    else if (lost)
      (found.at(-1) ?? within).querySelector<HTMLElement>("button:not(.without-scripting)")?.focus();
  }, [length, rows]);
  return element;
}
