import { entriesOf, searchOf } from "#app/search/search.ts";
import { type ListLook, lookSearch } from "#app/search/sharedSearches.ts";

type LookColumn = { key: string; narrow?: string | undefined; width?: string | undefined };

/** The column that names the rows of a list and can't be hidden. */
const titleOf = <Some extends LookColumn>(columns: readonly Some[]): Some | undefined =>
  columns.find(({ narrow }) => narrow === "title") ?? columns[0];

/** The columns of a list that can be hidden: all but the one that names its rows (screens#look). */
export const hideableColumns = <Some extends LookColumn>(columns: readonly Some[]): Some[] => {
  const title = titleOf(columns);
  return columns.filter((column) => column !== title);
};

/** The visible columns of a list: without the hidden ones; the one that names its rows takes their room. */
export function shownColumns<Some extends LookColumn>(
  columns: readonly Some[],
  { hidden = [] }: Pick<ListLook, "hidden">,
): Some[] {
  const title = titleOf(columns);
  const shown = columns.filter((column) => column === title || !hidden.includes(column.key));
  if (shown.length === columns.length) return shown;
  return shown.map((column) => (column === title ? { ...column, width: undefined } : column));
}

/** A list's URL without its filters, in its current look. */
export const withLook = (href: string, look: ListLook): string =>
  `${href.split("?", 1)[0]}${searchOf(entriesOf(href), lookSearch.entries(look))}`;

/** The same list with one more column, or one less. */
export function withColumn(here: string, key: string, isSeen: boolean): string {
  const { names } = lookSearch;
  const others = entriesOf(here).filter(([name, value]) => name !== names.hidden || value !== key);
  return `${here.split("?", 1)[0]}${searchOf(others, isSeen ? [] : [[names.hidden, key]])}`;
}

/** The same list while its look is being chosen, or afterwards. */
export function choosingPath(here: string, isChoosing: boolean): string {
  const entries = entriesOf(here).filter(([name]) => name !== lookSearch.names.isChoosing);
  return `${here.split("?", 1)[0]}${searchOf(entries, lookSearch.entries({ isChoosing }))}`;
}
