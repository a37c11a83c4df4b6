import type { ColumnOrder } from "#app/ui/lists/Table.tsx";

/** An order that a list can have, as its filter offers it; the order in which it comes is undefined. */
export type SortChoice<Sort> = { value: Sort | undefined; label: string };

/** What a list can be ordered by: the column that it stands over, the header or its part between slashes, and its two ways. */
export type OrderWay<Sort> = {
  column: string;
  label: string;
  descending: Sort | undefined;
  ascending: Sort | undefined;
  /** Which way the first press goes; names begin with A, times with the latest. */
  first?: "ascending";
};

/** The orders of each column's header, by its key: the one that is on, and where another press leads. */
export function orderHeads<Sort extends string>(
  { ways, choices }: { ways: readonly OrderWay<Sort>[]; choices: readonly SortChoice<Sort>[] },
  current: Sort | undefined,
  hrefFor: (sort: Sort | undefined) => string,
): Record<string, ColumnOrder[]> {
  const heads: Record<string, ColumnOrder[]> = {};
  for (const { column, label, descending, ascending, first } of ways) {
    const direction = current === descending ? "descending" : current === ascending ? "ascending" : undefined;
    const isUpNext = direction === undefined ? first === "ascending" : direction === "descending";
    const next = isUpNext ? ascending : descending;
    const words = choices.find(({ value }) => value === next)?.label ?? "";
    const head: ColumnOrder = {
      label,
      words,
      href: hrefFor(next),
      direction,
    };
    heads[column] = [...(heads[column] ?? []), head];
  }
  return heads;
}
