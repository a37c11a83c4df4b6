import { shorten, toText } from "#app/core/values/values.ts";
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

type Party = { identification?: unknown; qualifier?: unknown } | null | undefined;

/** '9300000000008 (14)': an identification with its qualifier, if there is one. */
export function partyName(party: Party, without = ""): string {
  const qualifier = toText(party?.qualifier);
  return shorten(`${toText(party?.identification) || without}${qualifier && ` (${qualifier})`}`, 80);
}

/** 'CONTRL Control Message'; for an unknown type its code. */
export const messageTypeLabel = (type: string): string =>
  isEdiMessageType(type) ? `${type} ${ediMessages[type].name}` : type;

/** The choices of 'Interchange Contains' with their names (edi#contains, edi#message-types). */
export const messageTypeChoices: readonly { value: string; label: string }[] = ediMessageTypes.map(
  (value) => ({ value, label: messageTypeLabel(value) }),
);

const inOrder = (first: readonly EdiMessageType[]): readonly EdiMessageType[] => [
  ...first,
  ...ediMessageTypes.filter((type) => !first.includes(type)),
];

// The fixed sentence lists order responses before order changes (edi#message-types).
const named = inOrder(["CONTRL", "ORDERS", "ORDRSP"]).map((type, index, { length }) =>
  index === length - 1 ? `and ${type}` : type,
);

/** Shown for a document without a message that can be shown (edi#message-types). */
export const noMessageSummaries = (what: "interchange" | "order"): string =>
  `No message summaries are available for viewing for this ${what}. (This page can only display ${named.join(", ")} messages.)`;

/** Order of message types in a store's list of interchanges (store-edi#control-number). */
export const kindsInOrder = inOrder(["ORDERS", "ORDRSP", "CONTRL", "DESADV", "INVRPT"]);

const first = 0x2400;
const deleted = "\u2421";

/** Replaces control characters, which browsers would not show, by their pictures (␁); line breaks and tabs stay. */
export const visible = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(first + code) : code === 0x7f ? deleted : "\ufffd";
  });

const maxCodeLength = 80;

/** A code as sent, with its meaning if the dictionary has one. */
const shortCode = (element: string, code: string) => ({
  text: shorten(code, maxCodeLength),
  meaning: code === "" ? "" : (codeMeaning(element, code) ?? ""),
});

/** '220 (Order)'; an unknown code alone. */
export function inWords(element: string, code: string): string {
  const { text, meaning } = shortCode(element, code);
  return meaning === "" ? text : `${text} (${meaning})`;
}

/** '220 Order'; an unknown code alone. */
export function codeWithMeaning(element: string, code: string): string {
  const { text, meaning } = shortCode(element, code);
  return meaning === "" ? text : `${text} ${meaning}`;
}

/** 'Order', or the code if unknown. */
export const meaningOrCode = (element: string, code: string): string => {
  const { text, meaning } = shortCode(element, code);
  return meaning || text;
};
