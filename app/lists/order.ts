import type { ColumnOrder } from "#app/ui/lists/Table.tsx";

/** A sort order of a list in its filter; undefined is the default order. */
export type SortChoice<Sort> = { value: Sort | undefined; label: string };

/** A sort order by column: the column's key, its header or the part between slashes, and both directions. */
export type OrderWay<Sort> = {
  column: string;
  label: string;
  descending: Sort | undefined;
  ascending: Sort | undefined;
  /** The direction of the first press; names start at A, times with the latest. */
  first?: "ascending";
};

/** The sort orders of each column's header, by key: the active one, and the target of the next press. */
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
