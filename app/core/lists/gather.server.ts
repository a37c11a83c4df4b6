import type { WirePage, WireRow } from "#contract/envelopes.ts";
import type { Reach, Stop } from "./listed.ts";

/** A list has no end that is promised: this many of its pages are read. */
const maxPages = 60;

/** One page of a list, from 1; `pages` is how many there are, if known. */
type ReadPage<Row> = (
  page: number,
) => Promise<{ rows: readonly Row[]; hasNext: boolean; pages?: number | undefined }>;

type Read = { read: number; pages: number | undefined; stopped?: Stop };

/**
 * Adds the rows of a list's pages to those found, each once by its id, in the list's order: for what no call filters by.
 * Stops at more than `maxRows`, after 60 pages, or after `maxMs`. Throws what `readPage` throws.
 */
export async function gatherPages<Row>(
  readPage: ReadPage<Row>,
  idOf: (row: Row) => string,
  found: Map<string, Row>,
  { maxRows, maxMs = Number.POSITIVE_INFINITY }: { maxRows: number; maxMs?: number },
): Promise<Read> {
  const endsAt = Date.now() + maxMs;
  for (let read = 1; ; read += 1) {
    const { rows, hasNext, pages } = await readPage(read);
    for (const row of rows) if (!found.has(idOf(row))) found.set(idOf(row), row);
    if (!hasNext) return { read, pages };
    if (found.size > maxRows) return { read, pages, stopped: "records" };
    if (read === maxPages) return { read, pages, stopped: "pages" };
    if (Date.now() >= endsAt) return { read, pages, stopped: "time" };
  }
}

/** A person waits for a gathered list, and looks at no more of it. */
export const screenLimits = { maxRows: 500, maxMs: 8_000 };
const pageSize = 100;

export const rowId = (row: WireRow<{ id: string }>): string => (row.readable ? row.row.id : row.id);

/** A page of rows that were gathered, with how far the list was read. */
export type GatheredPage<Row> = WirePage<Row> & { reach?: Reach };

/** One page of these rows, which were gathered so far. */
export const pageOfGathered = <Row>(rows: readonly Row[], page: number, reach: Omit<Reach, "count">) => ({
  rows: rows.slice((page - 1) * pageSize, page * pageSize),
  page,
  pages: Math.max(1, Math.ceil(rows.length / pageSize)),
  reach: { ...reach, count: rows.length },
});

/** The rows that `keep` leaves of a list whose call can't be filtered so, in pages of 100. Throws what `readPage` throws. */
export async function gatherList<Row extends { id: string }>(
  readPage: (page: number) => Promise<WirePage<Row>>,
  keep: (row: WireRow<Row>) => boolean,
  page: number,
): Promise<GatheredPage<Row>> {
  const found = new Map<string, WireRow<Row>>();
  const reach = await gatherPages(
    async (number) => {
      const { rows, pages } = await readPage(number);
      return { rows: rows.filter(keep), hasNext: number < pages, pages };
    },
    rowId,
    found,
    screenLimits,
  );
  return pageOfGathered([...found.values()], page, reach);
}
