import { orderListOf } from "#contract/ediMessages.ts";
import {
  changedHead,
  type DecimalMark,
  type Head,
  headOf,
  nothingWritten,
  type PartnerLine,
} from "#edi-orders/index.ts";
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

/** The place of a message, by which the record of one without effect names it. */
export const placeOfMessage = ({
  interchangeId,
  place,
}: Pick<StoredOrderMessage, "interchangeId" | "place">) => `${interchangeId}/${place}`;

/** 1225: the whole order is cancelled. */
export const cancellation = "1";

/** The content of the partner's ORDERS message apart from its lines, after its changes; empty without one. */
export function orderedIn(order: Pick<WholeEdiOrder, "messages" | "updateRecords">): Head {
  const first = ordersMessageOf(order);
  const ineffective = order.updateRecords.map((record) => record.order_update_message.message);
  const heads = order.messages
    .filter((one) => ["Orders", "OrderChangeRequests"].includes(one.list) && one !== first)
    .filter((one) => !ineffective.includes(placeOfMessage(one)))
    .map(({ message, decimalMark }) => headOf(message, decimalMark))
    .filter(({ messageFunction }) => messageFunction !== cancellation);
  return heads.reduce(changedHead, headOf(first?.message ?? {}, first?.decimalMark));
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
