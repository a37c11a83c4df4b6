import type { WireRow } from "#contract/envelopes.ts";
import type { OrderRecord } from "#contract/orders.ts";

export type FoundOrder =
  | { found: "order"; row: WireRow<OrderRecord> }
  /** Several orders carry this number, as two stores may count alike. */
  | { found: "several"; orders: OrderRecord[] }
  /** Every page that was searched was full: the order may be beyond them. */
  | { found: "tooMany" }
  | { found: "none" };

/** The rows that `wanted` names exactly: by id, else by sourceId, else by externalSourceID. */
export function chooseOrder(rows: readonly WireRow<OrderRecord>[], wanted: string): FoundOrder | undefined {
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
