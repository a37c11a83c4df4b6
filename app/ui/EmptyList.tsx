import { EmptyState } from "./EmptyState.tsx";
import { LinkButton } from "./LinkButton.tsx";

/** What stands in the place of a list without rows: past its last page, under filters, or where there is nothing at all. */
export function EmptyList({
  page,
  previousHref,
  isFiltered,
  clearHref,
  titles,
}: {
  page: number;
  /** Leads back from a page after the first. */
  previousHref: string;
  isFiltered: boolean;
  clearHref: string;
  /** Says that nothing matches the filters, and that there is nothing to filter. */
  titles: { match: string; all: string };
}) {
  if (page > 1) {
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
