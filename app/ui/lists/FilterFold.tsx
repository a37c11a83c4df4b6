import { type ReactNode, useState } from "react";
import { classes } from "../classes.ts";
import { useIsChips } from "./FilterChips.tsx";

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
