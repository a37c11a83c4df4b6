import { orderListOf } from "#contract/ediMessages.ts";
import { type OrderContent, type PartySummary, summarise } from "#edifact/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredOrderMessage } from "#platform/database/schema/ediStored.ts";
import { listOfType } from "#platform/domains/edi/documents/messages.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import type { WholeEdiOrder } from "./repository.ts";

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

/** A message without its lines: parsing thousands of them takes a while. */
const withoutLines = (message: Readonly<JsonObject>): JsonObject =>
  Object.fromEntries(
    Object.entries(message).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.filter((one) => !isLine(one)) : isLine(value) ? null : value,
    ]),
  );

const asOrders = { messageIdentifier: { messageType: "ORDERS" } };

type Messages = Pick<WholeEdiOrder, "messages">;

/** The partner's ORDERS message; undefined where an order document has none. */
export const ordersMessageOf = ({ messages }: Messages): JsonObject | undefined =>
  messages.find(({ list }) => list === "Orders")?.message;

/** The content of the partner's ORDERS message apart from its lines; empty without one. */
export const orderedIn = (order: Messages): OrderHead => headOf(ordersMessageOf(order) ?? {});

/** The content of an ORDERS or ORDCHG message apart from its lines; both have the same fields. */
export function headOf(message: Readonly<JsonObject>): OrderHead {
  const { kind, order } = {
    order: noOrder,
    ...summarise({ ...withoutLines(message), messageHeader: asOrders }),
  };
  return kind === "ORDERS" ? order : noOrder;
}

/** The first party in one of these functions (3035), in order of preference. */
export const partyIn = (parties: readonly PartySummary[], ...functions: string[]): PartySummary | undefined =>
  functions
    .map((wanted) => parties.find(({ qualifier }) => qualifier === wanted))
    .find((party) => party !== undefined);

/** A message of an order document, with the interchange that brought or took it, and its place there from 1. */
export function orderMessage(
  interchangeId: string,
  document: Readonly<JsonObject>,
  place: number,
): StoredOrderMessage {
  const { type } = headed(document);
  const message: JsonObject = storableJson({ ...document });
  return { list: orderListOf(listOfType(type)), interchangeId, place, message };
}
