import type { ReactNode } from "react";
import { Icon } from "../Icon.tsx";

/** Expands the long texts of a row in place: every `row-long` in its cells (screens#close-rows). */
export const RowMore = ({ of }: { of: string }) => (
  <details className="row-more">
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
  return (
    <a href={href} data-row="" className={className}>
      {children}
    </a>
  );
}
