import { messageType } from "../interchange.ts";
import { type ControlContent, controlContent } from "./control.ts";
import { type PackingLevel, packingTree } from "./despatch.ts";
import { isFields, oneAt, textAt } from "./json.ts";
import { type OrderContent, orderContent } from "./order.ts";

/** The heading of any message; absent values are empty. */
export type MessageHeading = {
  reference: string;
  type: string;
  /** 1004. */
  documentIdentifier: string;
  /** 1001, e.g. 220. */
  documentName: string;
  /** 1225, e.g. 9. */
  messageFunction: string;
};

/** A message's summary, by its type; other types have their heading only. */
export type MessageSummary = MessageHeading &
  (
    | { kind: "CONTRL"; control: ControlContent }
    | { kind: "ORDERS" | "ORDRSP"; order: OrderContent }
    | { kind: "DESADV"; despatch: OrderContent; packing: PackingLevel[] }
    | { kind: "heading" }
  );

/**
 * The content of a message by its JSON, also where groups are numbered as in another directory (they are recognised by
 * their first segment) or single values are in place of lists. Other JSON gives a summary of empty values.
 */
export function summarise(document: unknown): MessageSummary {
  const fields = isFields(document) ? document : {};
  const header = oneAt(fields, "messageHeader");
  const beginning = oneAt(fields, "beginningOfMessage");
  const heading: MessageHeading = {
    reference: textAt(header, "messageReferenceNumber"),
    type: messageType(textAt(oneAt(header, "messageIdentifier"), "messageType")),
    documentIdentifier:
      textAt(oneAt(beginning, "documentMessageIdentification"), "documentIdentifier") ||
      textAt(beginning, "documentIdentifier"),
    documentName: textAt(oneAt(beginning, "documentMessageName"), "documentNameCode"),
    messageFunction: textAt(beginning, "messageFunctionCode"),
  };
  switch (heading.type) {
    case "CONTRL":
      return { ...heading, kind: "CONTRL", control: controlContent(fields) };
    case "ORDERS":
    case "ORDRSP":
      return { ...heading, kind: heading.type, order: orderContent(fields) };
    case "DESADV":
      return { ...heading, kind: "DESADV", despatch: orderContent(fields), packing: packingTree(fields) };
    default:
      return { ...heading, kind: "heading" };
  }
}
