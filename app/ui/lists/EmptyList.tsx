import type { ReactNode } from "react";
import { LinkButton } from "../Button.tsx";

/**
 * Titles when nothing matches the filters, and when there is nothing to filter; `page` if this page
 * has a reason of its own.
 */
export type EmptyTitles = { match: string; all: string; page?: string | undefined };

type Empty = {
  titles: EmptyTitles;
  isFiltered: boolean;
  /** Link back from a page after the first. */
  previousHref: string | undefined;
};

export function emptyTitle({ titles, isFiltered, previousHref }: Empty): string {
  if (titles.page !== undefined) return titles.page;
  if (previousHref !== undefined) return "No more rows";
  return isFiltered ? titles.match : titles.all;
}

/** Replaces a list without rows: past its last page, with filters, or if there is nothing at all. */
export function EmptyList({ clearHref, ...empty }: Empty & { clearHref: string }) {
  const { titles, isFiltered, previousHref } = empty;
  const isOwn = titles.page !== undefined;
  return (
    <EmptyState title={emptyTitle(empty)}>
      {!isOwn && previousHref !== undefined && <LinkButton href={previousHref}>Previous</LinkButton>}
      {!isOwn && previousHref === undefined && isFiltered && (
        <LinkButton href={clearHref}>Clear filters</LinkButton>
      )}
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
