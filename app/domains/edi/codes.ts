import { shorten } from "#app/values/show.ts";
import {
  type EdiMessageType,
  ediMessages,
  ediMessageTypes,
  isEdiMessageType,
} from "#contract/ediMessages.ts";
import { codeMeaning } from "#edifact/index.ts";

const labels: ReadonlyMap<string, string> = new Map([
  ["inbound", "Inbound"],
  ["outbound", "Outbound"],
  ["unspecified", "Unspecified"],
]);

/** 'Inbound', 'Outbound' or 'Unspecified'; any other value shows 'Unknown: "value"' (edi#direction). */
export const directionLabel = (value: string | null | undefined): string =>
  labels.get(value ?? "") ?? `Unknown: "${shorten(value ?? "", 80)}"`;

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

const first = 0x2400;
const deleted = "\u2421";

/**
 * Control characters as their pictures (␁ for U+0001), line breaks and tabs as they are: browsers would not show them
 * otherwise.
 */
export const visible = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(first + code) : code === 0x7f ? deleted : "\ufffd";
  });

const maxCodeLength = 80;

/** A code as it was sent, and what it means where the dictionary knows it. */
export type ShownCode = { code: string; meaning: string };

/** A code of a data element, e.g. 1225. */
export const shownCode = (element: string, code: string): ShownCode => ({
  code: shorten(code, maxCodeLength),
  meaning: code === "" ? "" : (codeMeaning(element, code) ?? ""),
});

/** '220 Order'; a code that the dictionary does not know stands alone. */
export function codeWithMeaning(element: string, code: string): string {
  const { code: shown, meaning } = shownCode(element, code);
  return meaning === "" ? shown : `${shown} ${meaning}`;
}

/** 'Order', or the code where the dictionary does not know it. */
export const meaningOrCode = (element: string, code: string): string => {
  const { code: shown, meaning } = shownCode(element, code);
  return meaning || shown;
};
