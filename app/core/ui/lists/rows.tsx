import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import { Icon } from "../Icon.tsx";
import { breakingLongWords } from "../text/words.ts";

/** A link of an action menu; irreversible ones are red. */
export type ActionItem = { label: string; href: string; danger?: true };

/** The actions of a row, in order, including those in a closed menu. */
export const actionsOfRow = (row: Element): ActionItem[] =>
  [...row.querySelectorAll<HTMLAnchorElement>(".split > a, .split > [hidden] > a, .split details a")].map(
    (link) => ({ label: link.textContent ?? "", href: link.pathname + link.search }),
  );

/**
 * Expands a row in place: every `row-long` in its cells, and the columns that its table has no room for
 * (screens#close-rows). With `from` the row has nothing else: then only where columns of this rank are dropped.
 */
export const RowMore = ({
  of,
  from,
  onToggle,
}: {
  of: string;
  from?: number | undefined;
  onToggle?: ((isOpen: boolean) => void) | undefined;
}) => (
  <details
    className={classes("row-more", from !== undefined && `from-${from}`)}
    onToggle={(event) => onToggle?.(event.currentTarget.open)}
  >
    <summary aria-label={`More of ${of}`}>
      <Icon name="chevronRight" />
    </summary>
  </details>
);

/** The rows of the page's list, and the lines of Today, by their links; excluding those of a panel, and folded ones. */
export const rowLinks = (): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>("main :is(tbody, .today-lines) a[data-row]")].filter(
    (link) => link.closest("dialog, details.card:not([open])") === null,
  );

/** Names and codes up to this length don't wrap; longer ones are unusual. */
export const unbrokenName = 24;
/** Of these there are few, and a narrow table has no room for them. */
const unbrokenWhereNarrow = 20;

/** The link that a table row opens; clicks on the row follow it. */
export function RowLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) {
  const name = typeof children === "string" ? children : "";
  // Words stay whole unless one would widen the page; an id is one.
  const isId = !name.includes(" ");
  return (
    <a
      href={href}
      data-row=""
      className={
        classes(
          className,
          isId ? name.length > unbrokenName && "break-all" : breakingLongWords(name, unbrokenName),
          name.length > unbrokenName && "whitespace-normal folded:line-clamp-2",
          name.length > unbrokenWhereNarrow && "max-[1279px]:whitespace-normal",
          isId && name.length > unbrokenWhereNarrow && "max-[1279px]:break-all",
        ) || undefined
      }
    >
      {children}
    </a>
  );
}
