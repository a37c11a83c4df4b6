import { defineSearch } from "#app/search/defineSearch.ts";
import { entriesOf, searchOf } from "#app/search/entries.ts";
import { text } from "#app/search/fields.ts";
import type { SiblingRecord, SiblingRecords } from "#app/ui/dialogs/SiblingLinks.tsx";
import { keyOf, type Listed } from "./listed.ts";

/** The query field of the open tab, the same in the URLs of all panels. */
const openTab = defineSearch({ tab: text("tab") });

/** A record's URL with the tab that is open at `here`, for comparing records. */
export const withOpenTab = (href: string, here: string): string =>
  `${href.split("?", 1)[0]}${searchOf(entriesOf(href), openTab.entries(openTab.read(here)))}`;

/** An openable row of a page, by key. */
export type OpenableRow = SiblingRecord & { key: string };

/** The openable rows of a page, in order; unreadable ones can't be opened. */
export const opensOf = <Row>(
  rows: readonly Listed<Row>[],
  {
    rowKey,
    rowHref,
    rowName,
  }: {
    rowKey: (row: Row) => string;
    rowHref: (row: Row) => string | undefined;
    rowName: (row: Row) => string;
  },
): OpenableRow[] =>
  rows.flatMap((one) => {
    const href = "row" in one ? rowHref(one.row) : undefined;
    return "row" in one && href ? [{ key: keyOf(one, rowKey), href, name: rowName(one.row) }] : [];
  });

/**
 * The siblings of record `id` (screens#beside). If it has left the page since it was number `was`,
 * from 0, the row that took its place is its next; a record that was never there has none. `toHref`
 * makes the URL of its panel from that of its row.
 */
export function siblingsOf(
  opens: readonly OpenableRow[],
  id: string,
  was: number | undefined,
  toHref: (href: string) => string,
): SiblingRecords | undefined {
  const at = opens.findIndex(({ key }) => key === id);
  const place = at < 0 ? was : at;
  if (place === undefined) return undefined;
  const sibling = (row: OpenableRow | undefined): SiblingRecord | undefined =>
    row && { href: toHref(row.href), name: row.name };
  const previous = sibling(opens[Math.min(place, opens.length) - 1]);
  const next = sibling(opens[at < 0 ? place : place + 1]);
  return {
    ...(at < 0 ? {} : { place: { at: at + 1, of: opens.length, name: opens[at]?.name ?? id } }),
    previous,
    next,
  };
}
