/** The one action that every interchange and order has (edi#process). */
export const ediAction = "process";

type EdiMessageFacts = {
  /** The type's display name, beside its code (edi#message-types). */
  name: string;
  /** Plural name in a store's list (store-edi#control-number). */
  kind: string;
  /** Name of its list in an interchange document. */
  interchangeList: string;
};

/** The message types with screens (edi#message-types), in their fixed order. The wire may carry others. */
export const ediMessages = {
  CONTRL: { name: "Control Message", kind: "Controls", interchangeList: "controls" },
  ORDERS: { name: "Order Message", kind: "Orders", interchangeList: "orders" },
  ORDCHG: { name: "Order Change Message", kind: "Order Changes", interchangeList: "orderChangeRequests" },
  ORDRSP: { name: "Order Response Message", kind: "Order Responses", interchangeList: "orderResponses" },
  INVRPT: {
    name: "Inventory Report Message",
    kind: "Inventory Reports",
    interchangeList: "inventoryReports",
  },
  DESADV: { name: "Despatch Advice Message", kind: "Despatches", interchangeList: "despatchAdvices" },
} as const satisfies Record<string, EdiMessageFacts>;

export type EdiMessageType = keyof typeof ediMessages;

/** Whether a type (0065) is one of those with screens. */
export const isEdiMessageType = (type: string): type is EdiMessageType => Object.hasOwn(ediMessages, type);

export const ediMessageTypes: readonly EdiMessageType[] = Object.keys(ediMessages).filter(isEdiMessageType);

/** The name of an interchange's message list in an order document, where it is in PascalCase (edi#order-fields). */
export const orderListOf = (interchangeList: string): string =>
  interchangeList.charAt(0).toUpperCase() + interchangeList.slice(1);
