import { useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import { keyOf, type Listed } from "#app/core/lists/listed.ts";
import { defineSearch, entriesOf, searchOf, text } from "#app/core/search/search.ts";
import type { OpenRecord, SiblingRecord, SiblingRecords } from "#app/core/ui/dialogs/splitView.ts";
import { useQueue } from "#app/features/work/useQueue.ts";

/** The query field of the open tab, the same in the URLs of all panels. */
const openTab = defineSearch({ tab: text("tab") });

/** A record's URL with the tab that is open at `here`, for comparing records. */
export const withOpenTab = (href: string, here: string): string =>
  `${href.split("?", 1)[0]}${searchOf(entriesOf(href), openTab.entries(openTab.read(here)))}`;

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
  lastPlace: number | undefined,
  toHref: (href: string) => string,
): SiblingRecords | undefined {
  const at = opens.findIndex(({ key }) => key === id);
  const place = at < 0 ? lastPlace : at;
  if (place === undefined) return undefined;
  const sibling = (row: OpenableRow | undefined) => row && { href: toHref(row.href), name: row.name };
  const previous = sibling(opens[Math.min(place, opens.length) - 1]);
  const next = sibling(opens[at < 0 ? place : place + 1]);
  return {
    place: at < 0 ? undefined : { at: at + 1, of: opens.length, name: opens[at]?.name ?? id },
    previous,
    next,
  };
}

/** The open record of a list and its siblings on the page; undefined if none is open. */
export function useOpenRecord(id: string | undefined, opens: readonly OpenableRow[]): OpenRecord | undefined {
  const { search } = useLocation();
  const queue = useQueue();
  const went = useRef<OpenRecord["went"]["current"]>();
  const [seen, setSeen] = useState<{ id: string; at: number }>();
  const at = opens.findIndex(({ key }) => key === id);
  if (id !== undefined && at >= 0 && (seen?.id !== id || seen.at !== at)) setSeen({ id, at });
  if (id === undefined) return undefined;
  if (queue) {
    const { at, of, previous, next } = queue;
    const place = at === undefined ? undefined : { at, of, name: id, isOfQueue: true };
    return { id, siblings: { place, previous, next }, went };
  }
  const siblings = siblingsOf(opens, id, seen?.id === id ? seen.at : undefined, (href) =>
    withOpenTab(href, search),
  );
  return { id, siblings, went };
}
