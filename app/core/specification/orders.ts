/** The exact words of Orders, as the specification gives them (tests/specification). */

/** In order. */
export const orderColumns = {
  store: "Store",
  details: "Order Details",
  address: "Address Details",
  status: "Status",
  actions: "Actions",
} as const;

export const orderTitle = (sourceId: string): string => `Order Details - ${sourceId}`;

/** In order. */
export const orderTabs = {
  customer: "Customer",
  history: "History",
  items: "Items",
  shipments: "Shipments",
  raw: "Raw Data",
} as const;
