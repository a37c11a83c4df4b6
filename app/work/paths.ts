import { type BulkSearch, bulkSearch } from "#app/bulk/paths.ts";
import { entriesOf, searchOf, workSearch } from "#app/search/search.ts";

/** Starts to work through a list, record by record. */
export const workPath = (kind: string, list: Pick<BulkSearch, "alias" | "list">): string =>
  `/work/${kind}${bulkSearch.write(list)}`;

const lists: readonly [RegExp, string][] = [
  [/^(?:\/store\/([^/?]+))?\/returns\/?(\?.*)?$/, "returns"],
  [/^(?:\/store\/([^/?]+))?\/orders\/?(\?.*)?$/, "orders"],
  [/^()\/edi\/myer\/interchanges\/?(\?.*)?$/, "interchanges"],
  [/^()\/edi\/myer\/orders\/?(\?.*)?$/, "edi-orders"],
];

/** The list at an address, whose records can be worked through and acted on together; undefined for any other page. */
export function listAt(href: string): { kind: string; alias: string; list: string } | undefined {
  for (const [at, kind] of lists) {
    const [match, alias = "", list = ""] = at.exec(href) ?? [];
    if (match !== undefined) return { kind, alias, list };
  }
  return undefined;
}

/** A queue as a whole. */
export const queuePath = (work: string): string => `/work/queues/${encodeURIComponent(work)}`;

/** A record of a queue over its list. */
export function recordPath(listHref: string, id: string, work: string): string {
  const [path = ""] = listHref.split("?", 1);
  const { names } = workSearch;
  const others = entriesOf(listHref).filter(([name]) => name !== names.work);
  return `${path.replace(/\/$/, "")}/${encodeURIComponent(id)}${searchOf(others, workSearch.entries({ work }))}`;
}
