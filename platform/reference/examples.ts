type Example = {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
};

const rule = {
  enabled: false,
  deleted: false,
  name: "Summer sale: 20% off",
  priority: 10,
  storeGroup: "Clarks",
  storeType: "bigcommerce",
  startDate: "2026-12-01T00:00:00+11:00",
  endDate: "2026-12-31T23:00:00+11:00",
  conditions: [],
  actions: [],
};

const partner = {
  name: "Myer",
  identification: "MYER",
  qualifier: "ZZ",
  our_identification: "UTOPIA",
  our_qualifier: "ZZ",
  store_alias: "MYR",
  syntax_identifier: "UNOC",
  syntax_version: "3",
  asks_acknowledgement: true,
  acknowledgement_due_hours: 24,
  response_due_hours: 24,
  despatch_due_hours: 72,
  writes_una: true,
  wrap_width: 0,
  active: true,
};

/** Example parameters of each call, by its name, for the demo's records; a parameter without one is its own example. */
export const examples: Readonly<Record<string, Example>> = {
  getAllProducts: { query: { page: "1", pagesize: "20", brand: "Clarks" } },
  getMetaProducts: { query: { storegroup: "Clarks", page: "1", pagesize: "20", excludeValid: "1" } },
  postActionEvent: {
    body: {
      action: "retry",
      target: "order-0001",
      storeGroup: "Clarks",
      payload: "",
      sourceType: "bigcommerce",
      submittedBy: "clerk@utopia.example",
    },
  },
  getOrders: { query: { storegroup: "", page: "1", pagesize: "20", statuses: "INVALID,PROCESSING" } },
  getOrderCounts: { query: { statuses: "INVALID,PROCESSING" } },
  getExos: { query: { page: "1", filters: '{"statusCodes":["failed"]}' } },
  getExoCounts: { query: { statuses: "failed,hold" } },
  getExo: { path: { id: "exo-0001" } },
  postExoAction: { path: { id: "exo-0001", action: "retry" } },
  enterExo: {
    body: {
      store: "Clarks",
      orderId: "10100042",
      emailAddress: "mei@customer.example",
      exchange: { Items: [{ Title: "Desert Boot", Quantity: -1, Reason: "SIZE_TOO_BIG" }] },
    },
  },
  getBlob: { query: { blobitem: '{"id":"photo-0001"}' } },
  getInterchanges: { query: { page: "1", filters: '{"acknowledged":false}' } },
  getInterchange: { path: { id: "interchange-0001" } },
  getInterchangeText: { path: { id: "interchange-0001" } },
  postInterchangeAction: { query: { interchange_document_id: "interchange-0001", action: "process" } },
  enterInterchanges: { query: { name: "orders.edi" } },
  checkInterchanges: { query: { name: "orders.edi" } },
  getPartnerOrders: { query: { page: "1", filters: '{"utopiaOrderNumber":"MYR"}' } },
  getPartnerOrder: { path: { id: "edi-order-0001" } },
  postPartnerOrderAction: {
    query: { order_document_id: "edi-order-0001", action: "confirm" },
    body: { lines: [{ place: 2, answer: "amend", unit_price: 29.95 }], others: "refuse" },
  },
  previewPartnerOrderAction: {
    query: { order_document_id: "edi-order-0001", action: "confirm" },
    body: { lines: [], others: "accept" },
  },
  postControlNumberGap: {
    body: {
      direction: "inbound",
      sender: { identification: "MYER", qualifier: "ZZ" },
      recipient: { identification: "UTOPIA", qualifier: "ZZ" },
      from: "1042",
      to: "1043",
      reason: "Sent in test only",
    },
  },
  postEdiPartner: { body: partner },
  getEdiInterchanges: { query: { storegroup: "Myer", page: "1", pagesize: "10", directions: "inbound" } },
  getEdiOrders: { query: { storegroup: "Myer", page: "1", pagesize: "10" } },
  getCustomRules: { query: { storegroup: "Clarks" } },
  saveCustomRule: { body: rule },
  getCustomRuleAttributes: { query: { storetype: "bigcommerce" } },
  getVoucherBalance: { query: { storealias: "SNS", vouchercode: "NSW-KIDS-2501" } },
  getShipments: { query: { store: "SNS", page: "1" } },
};
