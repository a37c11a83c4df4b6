import type { ListRef } from "#app/core/records/listPaths.ts";
import { entriesOf, searchOf, workSearch } from "#app/core/search/search.ts";

const lists: readonly [RegExp, string][] = [
  [/^(?:\/store\/([^/?]+))?\/returns\/?(\?.*)?$/, "returns"],
  [/^(?:\/store\/([^/?]+))?\/orders\/?(\?.*)?$/, "orders"],
  [/^()\/returns\/credits\/?(\?.*)?$/, "credits"],
  [/^\/store\/([^/?]+)\/products\/?(\?.*)?$/, "products"],
  [/^()\/products\/refused\/?(\?.*)?$/, "products"],
  [/^()\/edi\/myer\/interchanges\/?(\?.*)?$/, "interchanges"],
  [/^()\/edi\/myer\/orders\/?(\?.*)?$/, "edi-orders"],
];

/** The list at an address, whose records can be worked through and acted on together; undefined for any other page. */
export function listAt(href: string): ListRef | undefined {
  for (const [at, kind] of lists) {
    const [match, alias = "", list = ""] = at.exec(href) ?? [];
    if (match !== undefined) return { kind, alias, list };
  }
  return undefined;
}

/** A queue as a whole. */
export const queuePath = (work: string): string => `/work/queues/${encodeURIComponent(work)}`;

/** A record right below its list. */
export const belowList = (listHref: string, id: string): string =>
  `${listHref.split("?", 1)[0]?.replace(/\/$/, "")}/${encodeURIComponent(id)}`;

/** A record of a queue, at its own address with the filter of its list. */
export function recordPath(listHref: string, href: string, work: string): string {
  const [path = ""] = href.split("?", 1);
  const { names } = workSearch;
  const filter = entriesOf(listHref).filter(([name]) => name !== names.work);
  return `${path}${searchOf(filter, entriesOf(href), workSearch.entries({ work }))}`;
}
