import { orderListOf } from "#contract/ediMessages.ts";
import type { DecimalMark } from "#edi-orders/index.ts";
import type { MessageDocument } from "#edifact/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredOrderMessage } from "#platform/database/schema/ediStored.ts";
import { listOfType } from "#platform/domains/edi/documents/messages.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";

/** A message of an interchange with its place there, from 1. */
export type Arrived = { document: MessageDocument; place: number; decimalMark: DecimalMark };

/** The place of a message, by which update records name it. */
export const placeOfMessage = ({
  interchangeId,
  place,
}: Pick<StoredOrderMessage, "interchangeId" | "place">) => `${interchangeId}/${place}`;

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
