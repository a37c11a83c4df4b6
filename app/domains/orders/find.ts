import type { WireRow } from "#contract/envelopes.ts";
import { type OrderRecord, orderPageSize } from "#contract/orders.ts";

export type FoundOrder =
  | { found: "order"; row: WireRow<OrderRecord> }
  /** Several orders have this number: two stores may number alike. */
  | { found: "several"; orders: OrderRecord[] }
  /** Every page searched was full: the order may be beyond them. */
  | { found: "tooMany" }
  | { found: "none" };

/** The rows that match `wanted` exactly: by id, else by sourceId, else by externalSourceID. */
function chooseOrder(rows: readonly WireRow<OrderRecord>[], wanted: string): FoundOrder | undefined {
  const byId = rows.find((row) => (row.readable ? row.row.id : row.id) === wanted);
  if (byId) return { found: "order", row: byId };
  for (const name of ["sourceId", "externalSourceID"] as const) {
    const matches = rows.flatMap((row) => (row.readable && row.row.order?.[name] === wanted ? [row] : []));
    const [only, another] = matches;
    if (only && another) return { found: "several", orders: matches.map(({ row }) => row) };
    if (only) return { found: "order", row: only };
  }
  return undefined;
}

/** A number may be part of many others: maximum pages searched for the one order. */
const searchedPages = 5;

type Rows = readonly WireRow<OrderRecord>[];

/**
 * The order with this id, sourceId or externalSourceID. No call returns a single order, so the pages of a search for
 * it are read until one has an exact match, five at most (orders#find), and then the `listed` page.
 */
export async function searchOrder(
  wanted: string,
  pageOf: (page: number) => Promise<Rows>,
  listed: () => Promise<Rows>,
): Promise<FoundOrder> {
  let isCutShort = false;
  for (let page = 1; page <= searchedPages; page += 1) {
    const rows = await pageOf(page);
    const found = chooseOrder(rows, wanted);
    if (found) return found;
    isCutShort = rows.length >= orderPageSize;
    if (!isCutShort) break;
  }
  return chooseOrder(await listed(), wanted) ?? { found: isCutShort ? "tooMany" : "none" };
}
