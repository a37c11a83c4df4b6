/** The exact words of Returns and Exchanges, as the specification gives them (tests/specification). */

/** In order; the first is an icon's. */
export const returnColumns = {
  icon: "Status icon",
  name: "EXO Name",
  status: "Status",
  source: "Source",
  order: "Order ID",
  email: "Email Address",
  at: "Updated/Created At",
  actions: "Actions",
} as const;

/** In order. */
export const returnFilters = {
  statuses: "Status",
  stores: "Store",
  orderId: "Order ID",
  raNumber: "RA#",
  email: "Email Address",
} as const;

/** Below the order's id where a return has no RA#. */
export const noRaNumber = "N/A";

export const returnPanel = { title: "Exchange Detail", loading: "Loading Utopia Exchange Document" };
export const mundaneToggle = "Show Mundane Jobs";

/** In order. */
export const returnTabs = {
  summary: "Summary",
  references: "References",
  history: "History",
  document: "Document",
} as const;

/** What the cards of references offer, in order. */
export const referenceWays = { ticket: "View Ticket", consignment: "Track", file: "Download" } as const;
