import { ediMessages, isEdiMessageType } from "#contract/ediMessages.ts";

const others = { interchangeList: "otherMessages", orderList: "OtherMessages" };

/** Names of a message type's lists; types without lists of their own share one. */
export const listsOfType = (type: string): { interchangeList: string; orderList: string } =>
  isEdiMessageType(type) ? ediMessages[type] : others;

/** The order document's lists, all empty. */
export const noOrderMessages = (): Record<string, unknown[]> =>
  Object.fromEntries(Object.values(ediMessages).map(({ orderList }) => [orderList, []]));
