import { orderListOf } from "#contract/ediMessages.ts";
import { type DecimalMark, type Head, headOf, nothingWritten, type PartnerLine } from "#edi-orders/index.ts";
import type { MessageDocument } from "#edifact/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredOrderLine, StoredOrderMessage } from "#platform/database/schema/ediStored.ts";
import { listOfType } from "#platform/domains/edi/documents/messages.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import type { WholeEdiOrder } from "./repository.ts";

/** A message of an interchange with its place there, from 1. */
export type Arrived = { document: MessageDocument; place: number; decimalMark: DecimalMark };

type Messages = Pick<WholeEdiOrder, "messages">;

/** The partner's ORDERS message; undefined where an order document has none. */
export const ordersMessageOf = ({ messages }: Messages): StoredOrderMessage | undefined =>
  messages.find(({ list }) => list === "Orders");

/** The content of the partner's ORDERS message apart from its lines; empty without one. */
export function orderedIn(order: Messages): Head {
  const { message = {}, decimalMark } = ordersMessageOf(order) ?? {};
  return headOf(message, decimalMark);
}

/** A message of an order document, with the interchange that brought or took it. */
export function orderMessage(
  interchangeId: string,
  {
    document,
    place,
    decimalMark,
  }: { document: Readonly<JsonObject>; place: number; decimalMark: DecimalMark },
): StoredOrderMessage {
  const { type } = headed(document);
  const message: JsonObject = storableJson({ ...document });
  return { list: orderListOf(listOfType(type)), interchangeId, place, message, decimalMark };
}

/** A line before its comparison with the terms: nothing of it is accepted. */
export const storedLine = ({ action: _, written, ...line }: PartnerLine): StoredOrderLine => ({
  ...line,
  written: { ...nothingWritten, ...written },
  ordered: 0,
  accepted: 0,
  unitPrice: 0,
  levelCode: null,
});
