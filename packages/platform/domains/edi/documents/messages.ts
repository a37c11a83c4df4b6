import { ediMessages, isEdiMessageType, orderListOf } from "#contract/ediMessages.ts";

/** The name of a message type's list in an interchange; types without a list of their own share one. */
export const listOfType = (type: string): string =>
  isEdiMessageType(type) ? ediMessages[type].interchangeList : "otherMessages";

export const noOrderMessages = (): Record<string, unknown[]> =>
  Object.fromEntries(
    Object.values(ediMessages).map(({ interchangeList }) => [orderListOf(interchangeList), []]),
  );

const processedTypes = ["CONTRL", "ORDERS", "ORDCHG"] satisfies (keyof typeof ediMessages)[];
export const isProcessed = (type: string): boolean => processedTypes.some((known) => known === type);

const textsIn = (part: unknown): string[] =>
  Array.isArray(part) ? part.flatMap(textsIn) : typeof part === "string" ? [part] : [];

/** All numbers of goods and packages (7402) in a message; `name` is its list. */
export function numbersNamedIn(part: unknown, name = "", found: string[] = []): string[] {
  if (Array.isArray(part)) {
    for (const one of part) numbersNamedIn(one, name, found);
  } else if (typeof part === "object" && part !== null) {
    for (const [key, value] of Object.entries(part)) {
      if (name === "identityNumberRange" && key === "objectIdentifier") found.push(...textsIn(value));
      else if (typeof value === "object") numbersNamedIn(value, key, found);
    }
  }
  return found;
}

/** Whether a message has package numbers (7402), such as SSCCs: a despatch advice. */
export const hasPackages = ({ type }: { type: string }): boolean => type === "DESADV";

/** A package number as written: like a printed SSCC label, it may have spaces and its application identifier. */
export const packageNumberIn = (text: string | undefined): string | undefined =>
  text?.replace(/[\s()]/g, "").replace(/^00(?=\d{18}$)/, "");
