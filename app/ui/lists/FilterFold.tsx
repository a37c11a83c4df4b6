import { type ReactNode, useState } from "react";
import { classes } from "../classes.ts";

/**
 * Fields of a filter bar that are folded away until one of them is used; `open` is how they come, and people have it as
 * they like from then on. With `narrow` they are folded on narrow screens only.
 */
export function FilterFold({
  label,
  open,
  narrow = false,
  children,
}: {
  label: string;
  open: boolean;
  narrow?: boolean;
  children: ReactNode;
}) {
  // A field that is emptied must not fold itself away from under the cursor.
  const [came] = useState(open);
  return (
    <details className={classes("filters-fold", narrow && "narrow")} open={came}>
      <summary>{label}</summary>
      <div>{children}</div>
    </details>
  );
}
