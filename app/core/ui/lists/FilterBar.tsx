import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button, LinkButton } from "../Button.tsx";
import { classes } from "../classes.ts";
import { useEarlierChanges } from "../fields/useEarlierChanges.ts";
import { useIsChips } from "./FilterChips.tsx";

const DEBOUNCE_MS = 500;

/**
 * The filters of a list: a GET form that resets to page 1. With scripting every change is applied
 * 500 ms after the last one (screens#debounce) and replaces the history entry; Enter applies at
 * once. Without scripting there is an Apply button. `keep` has query parameters to preserve.
 */
export function FilterBar({
  action,
  children,
  keep = {},
  resetHref,
  leavesEntry = false,
}: {
  action: string;
  children: ReactNode;
  keep?: Record<string, string>;
  resetHref?: string;
  /** The page before a change stays in the history: otherwise something on it would be lost. */
  leavesEntry?: boolean;
}) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const leaves = useRef(leavesEntry);
  leaves.current = leavesEntry;

  const settle = useCallback(() => {
    window.clearTimeout(timer.current);
    form.current?.removeAttribute("data-typing");
  }, []);

  const change = useCallback(() => {
    settle();
    form.current?.setAttribute("data-typing", "");
    timer.current = window.setTimeout(() => {
      form.current?.setAttribute("data-unasked", "");
      if (!leaves.current) form.current?.setAttribute("data-replace", "");
      form.current?.requestSubmit();
      for (const mark of ["data-unasked", "data-replace"]) form.current?.removeAttribute(mark);
    }, DEBOUNCE_MS);
  }, [settle]);

  useEffect(() => settle, [settle]);
  useEarlierChanges(form);

  return (
    <form
      ref={form}
      className="filters"
      aria-label="Filters"
      method="get"
      action={action}
      autoComplete="off"
      data-soft=""
      onInput={change}
      onSubmit={settle}
    >
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button type="submit" variant="primary" className="without-scripting">
        Apply
      </Button>
      {resetHref && (
        <LinkButton href={resetHref} variant="quiet">
          Clear filters
        </LinkButton>
      )}
    </form>
  );
}

/**
 * Fields of a filter bar, collapsed until one of them is used; `open` is the initial state, afterwards it is up to the
 * person. With `narrow` they are collapsed on narrow screens only, where they would fill the screen, and those that are
 * on are chips below.
 */
export function FilterFold({
  label,
  open = false,
  narrow = false,
  children,
}: {
  label: string;
  open?: boolean;
  narrow?: boolean;
  children: ReactNode;
}) {
  // Emptying a field must not collapse it under the cursor.
  const [isOpened] = useState(open);
  if (useIsChips()) return children;
  return (
    <details className={classes("filters-fold", narrow && "narrow")} open={isOpened}>
      <summary>{label}</summary>
      <div>{children}</div>
    </details>
  );
}
