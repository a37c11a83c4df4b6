/** The exact words of a store's other pages, as the specification gives them (tests/specification). */

export const newRuleLabel = "New Rule";

/** In order. */
export const ruleColumns = {
  priority: "Priority",
  name: "Name",
  start: "Start Date",
  end: "End Date",
  enabled: "Enabled",
} as const;

/** In order. */
export const ruleTabs = { details: "Details", raw: "Raw Data" } as const;

/** In order. */
export const storeInterchangeTabs = { text: "Interchange Text", raw: "Raw Data" } as const;

export const voucher = {
  button: "Check Balance",
  balance: "Balance available",
  unsupported: "Store not supported",
};

export const labelButtons = {
  scan: "Scan",
  barcode: "Print Barcode",
  design: "Print Design",
  clear: "Clear Barcode",
} as const;

export const unknownBarcode = "No record found for this Barcode!";

export const shipmentSearch = "Search by customer order #";
