import type { NoteRef, RecordState } from "#app/notes/notes.ts";
import { momentOf, toText } from "#app/values/values.ts";
import type { OrderRecord } from "#contract/orders.ts";
import { waitingOrderStatuses } from "./statuses.ts";

/** The line of Today for a status (today#orders). */
export const orderLineKey = (status: string): string => `orders:${status}`;

/** An order as notes know it. */
export const orderRef = (id: string): NoteRef => ({ kind: "order", store: "", id });

/** How an order stands, by its record (notes#handled). */
export function orderState({ status, _ts, order }: OrderRecord): RecordState {
  const code = toText(status);
  return {
    revision: JSON.stringify([code, _ts ?? null]),
    lines: waitingOrderStatuses.includes(code) ? [orderLineKey(code)] : [],
    since: momentOf(_ts) ?? momentOf(order?.createdAt),
  };
}
