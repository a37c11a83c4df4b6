import { controlContent } from "./control.ts";
import { packingTree } from "./despatch.ts";
import { isFields, oneAt, textAt } from "./json.ts";
import { orderContent } from "./order.ts";

/**
 * The content of a message by its JSON, also where groups are numbered as in another directory (they are recognised by
 * their first segment) or single values are in place of lists. Other JSON gives a summary of empty values.
 */
export function summarise(document: unknown) {
  const fields = isFields(document) ? document : {};
  const header = oneAt(fields, "messageHeader");
  const beginning = oneAt(fields, "beginningOfMessage");
  const heading = {
    reference: textAt(header, "messageReferenceNumber"),
    type: textAt(oneAt(header, "messageIdentifier"), "messageType").trim(),
    /** 1004. */
    documentIdentifier:
      textAt(oneAt(beginning, "documentMessageIdentification"), "documentIdentifier") ||
      textAt(beginning, "documentIdentifier"),
    /** 1001, e.g. 220. */
    documentName: textAt(oneAt(beginning, "documentMessageName"), "documentNameCode"),
    /** 1225, e.g. 9. */
    messageFunction: textAt(beginning, "messageFunctionCode"),
  };
  switch (heading.type) {
    case "CONTRL":
      return { ...heading, kind: "CONTRL" as const, control: controlContent(fields) };
    case "ORDERS":
    case "ORDRSP":
      return { ...heading, kind: heading.type, order: orderContent(fields) };
    case "DESADV":
      return {
        ...heading,
        kind: "DESADV" as const,
        despatch: orderContent(fields),
        packing: packingTree(fields),
      };
    default:
      return { ...heading, kind: "heading" as const };
  }
}
export type MessageSummary = ReturnType<typeof summarise>;
