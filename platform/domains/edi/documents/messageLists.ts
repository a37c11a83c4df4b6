import type { EdiMessageType } from "#contract/edi.ts";

type Lists = { interchange: string; order: string };

/** What the lists of a message type are called in an interchange document and in an order document (2 §3). */
const lists: Record<EdiMessageType, Lists> = {
  CONTRL: { interchange: "controls", order: "Controls" },
  ORDERS: { interchange: "orders", order: "Orders" },
  ORDCHG: { interchange: "orderChangeRequests", order: "OrderChangeRequests" },
  ORDRSP: { interchange: "orderResponses", order: "OrderResponses" },
  INVRPT: { interchange: "inventoryReports", order: "InventoryReports" },
  DESADV: { interchange: "despatchAdvices", order: "DespatchAdvices" },
};

const others: Lists = { interchange: "otherMessages", order: "OtherMessages" };

/** What the list of a message type is called; types without one of their own share a list. */
export const listOfType = (type: string): Lists =>
  Object.entries(lists).find(([known]) => known === type)?.[1] ?? others;

/** The order document's lists, all of them, empty. */
export const noOrderMessages = (): Record<string, unknown[]> =>
  Object.fromEntries(Object.values(lists).map(({ order }) => [order, []]));
