import type { ReactNode } from "react";
import { LinkButton } from "../Button.tsx";

/**
 * Titles when nothing matches the filters, and when there is nothing to filter; `page` if this page
 * has a reason of its own.
 */
export type EmptyTitles = { match: string; all: string; page?: string | undefined };

/** Replaces a list without rows: past its last page, with filters, or if there is nothing at all. */
export function EmptyList({
  titles,
  isFiltered,
  clearHref,
  previousHref,
}: {
  titles: EmptyTitles;
  isFiltered: boolean;
  clearHref: string;
  /** Link back from a page after the first. */
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
    <div className="space-y-2 rounded-lg border border-dashed border-line-strong bg-surface px-4 py-8 text-center text-ink-soft">
      <p className="text-md font-medium text-ink">{title}</p>
      {children}
    </div>
  );
}
