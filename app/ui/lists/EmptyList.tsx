import type { ReactNode } from "react";
import { LinkButton } from "../Button.tsx";

/** Says that nothing matches the filters, and that there is nothing to filter; `page` where this page has a reason of its own. */
export type EmptyTitles = { match: string; all: string; page?: string | undefined };

/**
 * What is shown in place of a list without rows: past its last page, under filters, or where there is nothing at all.
 */
export function EmptyList({
  titles,
  isFiltered,
  clearHref,
  previousHref,
}: {
  titles: EmptyTitles;
  isFiltered: boolean;
  clearHref: string;
  /** Leads back from a page after the first. */
  previousHref?: string;
}) {
  if (titles.page !== undefined) return <EmptyState title={titles.page} />;
  if (previousHref !== undefined) {
    return (
      <EmptyState title="No more rows">
        <LinkButton href={previousHref}>Previous</LinkButton>
      </EmptyState>
    );
  }
  if (!isFiltered) return <EmptyState title={titles.all} />;
  return (
    <EmptyState title={titles.match}>
      <LinkButton href={clearHref}>Clear filters</LinkButton>
    </EmptyState>
  );
}

/** Says that there is nothing to show, why, and what can be done about it. */
export function EmptyState({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
