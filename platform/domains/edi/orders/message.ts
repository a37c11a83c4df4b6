import { type OrderContent, type PartySummary, summarise } from "#edifact/index.ts";
import type { StoredOrderMessage } from "#platform/database/schema/ediStored.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { listsOfType } from "#platform/domains/edi/documents/messageLists.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import type { WholeEdiOrder } from "./repository.ts";

/** What an order says beside its lines. */
export type OrderHead = Omit<OrderContent, "lines">;

const noOrder: OrderHead = {
  responseType: "",
  dates: [],
  references: [],
  parties: [],
  currency: "",
  notes: [],
  amounts: [],
  totals: [],
};

const isLine = (group: unknown) => typeof group === "object" && group !== null && "lineItem" in group;

/** A message without its lines: thousands of them take a while to go through. */
const withoutLines = (message: Readonly<JsonObject>): JsonObject =>
  Object.fromEntries(
    Object.entries(message).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.filter((one) => !isLine(one)) : isLine(value) ? null : value,
    ]),
  );

type Messages = Pick<WholeEdiOrder, "messages">;

/** The partner's ORDERS message; undefined where an order document has none. */
export const ordersMessageOf = ({ messages }: Messages): JsonObject | undefined =>
  messages.find(({ list }) => list === "Orders")?.message;

/** What the partner's ORDERS message says beside its lines; empty where there is none. */
export function orderedIn(order: Messages): OrderHead {
  const summary = summarise(withoutLines(ordersMessageOf(order) ?? {}));
  return summary.kind === "ORDERS" ? summary.order : noOrder;
}

/** The first party in one of these functions (3035), in the order of the functions. */
export const partyIn = (parties: readonly PartySummary[], ...functions: string[]): PartySummary | undefined =>
  functions
    .map((wanted) => parties.find(({ qualifier }) => qualifier === wanted))
    .find((party) => party !== undefined);

/** A message of an order document, with the interchange that brought or took it. */
export function orderMessage(interchangeId: string, document: Readonly<JsonObject>): StoredOrderMessage {
  const { type } = headed(document);
  const message: JsonObject = storableJson({ ...document });
  return { list: listsOfType(type).orderList, interchangeId, message };
}
