/** The exact words of the partner-level EDI screens, as the specification gives them (tests/specification). */

export const landing = {
  title: "EDI (Myer)",
  interchanges: {
    title: "Interchanges",
    about: "View Utopia's database of EDI Myer Interchange Documents",
  },
  orders: { title: "Orders", about: "View EDI Orders Received from Myer" },
};

/** In order. */
export const interchangeFilters = {
  documentId: "Database Document ID",
  controlReference: "Interchange Control Reference",
  documentIdentifier: "EDI Message Document Identifier",
  direction: "Transmission Direction",
  acknowledged: "Acknowledgement Status",
  mode: "Interchange Contains",
} as const;

export const directionChoices = { inbound: "Only Inbound", outbound: "Only Outbound" };
export const acknowledgedChoices = { yes: "Only Acknowledged", no: "Only Unacknowledged" };
export const containsModes = {
  any: "At least one message for any of",
  all: "At least one message for each of",
};

/** In order; the first is an icon's. */
export const interchangeColumns = {
  state: "State",
  id: "Database Document ID",
  reference: "Control Reference",
  references: "References",
  standing: "Stream / Step / Status",
  direction: "Direction",
  acknowledged: "Acknowledged",
  at: "Updated At",
  actions: "Actions",
} as const;

/** In order. */
export const ediOrderFilters = {
  documentId: "Database Document ID",
  orderNumber: "Utopia Order Number",
  interchangeId: "EDI Myer Interchange Document ID",
} as const;

/** In order; the first is an icon's. */
export const ediOrderColumns = {
  state: "State",
  id: "Database Document ID",
  order: "Utopia Order Number",
  references: "References",
  standing: "Stream / Step / Status",
  interchange: "EDI Myer Interchange Document ID",
  store: "Source Store Group",
  at: "Updated At",
  actions: "Actions",
} as const;

export const interchangePanel = {
  title: "Interchange Detail",
  loading: "Loading EDI Myer Interchange Document",
  noStatus: "No status information is available for this interchange.",
};

/** Where a document has no references or no history records. */
export const nothingDefined = (document: string, records: string): string =>
  `This ${document} does not define any ${records} at this time.`;

/** In order. */
export const interchangeTabs = {
  status: "Status",
  messages: "Messages",
  references: "References",
  history: "History",
  document: "Document",
} as const;

export const ediOrderPanel = { title: "Order Detail", updates: "Inbound Order Update Messages" };

/** In order. */
export const ediOrderTabs = {
  status: "Status",
  summary: "Message Summary",
  references: "References",
  history: "History",
  document: "Document",
} as const;

/** What the references of an order are called, by their types, in order. */
export const ediOrderReferences = {
  "interchange:ordrsp+initial": "Order Response (Initial)",
  "interchange:ordrsp+update": "Order Response (Update/Cancellation)",
  "interchange:desadv": "Shipment Despatch Advice",
} as const;
