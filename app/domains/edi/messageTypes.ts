import {
  type EdiMessageType,
  ediMessages,
  ediMessageTypes,
  isEdiMessageType,
} from "#contract/ediMessages.ts";

/** 'CONTRL Control Message'; an unknown type goes by its code. */
export const messageTypeLabel = (type: string): string =>
  isEdiMessageType(type) ? `${type} ${ediMessages[type].name}` : type;

/** The choices of 'Interchange Contains', each with its name (edi#contains, edi#message-types). */
export const messageTypeChoices: readonly { value: string; label: string }[] = ediMessageTypes.map(
  (value) => ({ value, label: messageTypeLabel(value) }),
);

const inOrder = (first: readonly EdiMessageType[]): readonly EdiMessageType[] => [
  ...first,
  ...ediMessageTypes.filter((type) => !first.includes(type)),
];

// The fixed sentence names the response to an order before its changes (edi#message-types).
const named = inOrder(["CONTRL", "ORDERS", "ORDRSP"]).map((type, index, { length }) =>
  index === length - 1 ? `and ${type}` : type,
);

/** The text where a document has no message that can be shown (edi#message-types). */
export const noMessageSummaries = (what: "interchange" | "order"): string =>
  `No message summaries are available for viewing for this ${what}. (This page can only display ${named.join(", ")} messages.)`;

/** The types in the order in which a store's list names what an interchange holds (store-edi#control-number). */
export const kindsInOrder = inOrder(["ORDERS", "ORDRSP", "CONTRL", "DESADV", "INVRPT"]);
