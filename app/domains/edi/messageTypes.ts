import {
  type EdiMessageType,
  ediMessages,
  ediMessageTypes,
  isEdiMessageType,
} from "#contract/ediMessages.ts";

/** 'CONTRL Control Message'; a type that the specification does not know goes by its code. */
export const messageTypeLabel = (type: string): string =>
  isEdiMessageType(type) ? `${type} ${ediMessages[type].name}` : type;

/** The choices of 'Interchange Contains', in the specification's words (2 §2.7). */
export const messageTypeChoices: readonly { value: string; label: string }[] = ediMessageTypes.map(
  (value) => ({ value, label: messageTypeLabel(value) }),
);

const inOrder = (first: readonly EdiMessageType[]): readonly EdiMessageType[] => [
  ...first,
  ...ediMessageTypes.filter((type) => !first.includes(type)),
];

// The specification's sentence names the answer to an order before its changes.
const named = inOrder(["CONTRL", "ORDERS", "ORDRSP"]).map((type, index, { length }) =>
  index === length - 1 ? `and ${type}` : type,
);

/** What stands where a document has no message that could be shown (2 §2.7). */
export const noMessageSummaries = (what: "interchange" | "order"): string =>
  `No message summaries are available for viewing for this ${what}. (This page can only display ${named.join(", ")} messages.)`;

/** The types in the order in which a store's list names what an interchange holds (2 §2.9). */
export const kindsInOrder = inOrder(["ORDERS", "ORDRSP", "CONTRL", "DESADV", "INVRPT"]);
