import { defineSearch } from "#app/search/defineSearch.ts";
import { entriesOf, searchOf } from "#app/search/entries.ts";
import { text } from "#app/search/fields.ts";
import type { SiblingRecord, SiblingRecords } from "#app/ui/dialogs/SiblingLinks.tsx";
import { keyOf, type Listed } from "./listed.ts";

/** What the addresses of all panels call their open tab. */
const openTab = defineSearch({ tab: text("tab") });

/** An address of a record, with the tab that is open at `here`: what a person compares stays in sight. */
export const withOpenTab = (href: string, here: string): string =>
  `${href.split("?", 1)[0]}${searchOf(entriesOf(href), openTab.entries(openTab.read(here)))}`;

/** A row of a page that opens, by its key. */
export type OpenableRow = SiblingRecord & { key: string };

/** The rows of a page that open, in order; those that cannot be read do not. */
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
 * What stands beside the record `id` (screens#beside). One that has left the page since it was number `was`, from 0,
 * has what took its place as its next; nothing stands beside one that was never there. `toHref` makes the address of
 * its panel out of that of its row.
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
    ...(previous && { previous }),
    ...(next && { next }),
  };
}
