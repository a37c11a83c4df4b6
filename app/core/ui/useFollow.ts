import { type RefObject, useEffect, useRef } from "react";

/**
 * The ref of a filter's field that follows the URL: `put` writes another value into it, unless filters are being
 * changed. The value present at hydration stays, as it may have been changed already; `FilterBar` applies it.
 */
export function useFollow<Field extends HTMLElement>(
  value: string | boolean,
  put: (field: Field) => void,
): RefObject<Field> {
  const field = useRef<Field>(null);
  const last = useRef(value);
  const latest = useRef(put);
  latest.current = put;
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    const current = field.current;
    if (current && !current.closest("form")?.hasAttribute("data-typing")) latest.current(current);
  }, [value]);
  return field;
}
