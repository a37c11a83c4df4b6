/** An id that a form's or a link's address loses parts of, unless it is encoded. */
export const oddId = "x/7 #b %?ü";
const inPath = encodeURIComponent(oddId);

const store = { storeGroup: "Superdry", storeType: "shopify" };
const offered = { value: "go on", text: "Go On", config: null };

const product = { ...store, id: oddId, groupId: "ODD-ID", availableActions: [offered] };
const order = {
  id: oddId,
  status: "UNPROCESSABLE_SOFT",
  availableActions: [offered],
  order: { sourceId: "SDY-ODD", sourceStore: "Superdry", sourceType: "shopify", amountPaid: 12.5 },
};
const exo = {
  id: oddId,
  name: "EXO-ODD",
  status: { code: "hold", stream: "return/automatic", step: "triage" },
  source_store: "Superdry",
  source_type: "shopify",
  actions: [{ key: "resume", name: "Resume" }],
};
const rule = {
  ...store,
  id: oddId,
  name: "Odd rule",
  enabled: false,
  deleted: false,
  priority: 1,
  rulesConditionsGroups: [],
  actions: [],
};
const interchange = { id: oddId, control_reference: "ICN-ODD", transmission_direction: "inbound" };
const ediOrder = { id: oddId, utopia_order_number: "MYR-ODD" };

type Stamp = (row: object) => object;

/** The records of this id, each of its kind; they stay as they are, whatever is done to them. */
export function readOdd({ pathname, searchParams }: URL, stamped: Stamp): unknown {
  const isOurs = searchParams.get("storegroup") === "Superdry";
  if (pathname === "/api/getmetaproducts" && isOurs && searchParams.get("productQuery") === "ODD-ID")
    return [stamped(product)];
  if (pathname === "/api/getorders" && isOurs) return [stamped(order)];
  if (pathname === "/api/customRules" && isOurs) return [stamped(rule)];
  if (pathname === "/api/customRules/attributes") return { attributes: [] };
  if (pathname === `/api/bc-order/v1/exos/${inPath}`) return { item: stamped(exo) };
  if (pathname === `/api/bc-myer/v1/documents/interchanges/${inPath}`) return { item: stamped(interchange) };
  if (pathname === `/api/bc-myer/v1/documents/orders/${inPath}`) return { item: stamped(ediOrder) };
  return undefined;
}

/** What was asked of these records in writing; undefined for a call that is about others. */
export function writeOdd({ pathname }: URL, body: string): unknown {
  if (pathname === `/api/bc-order/v1/exos/${inPath}/action/resume`) return {};
  return pathname === "/api/customRules" ? JSON.parse(body) : undefined;
}

/** Of a recorded call, what tells which record it is about. */
type Call = { path: string; query: URLSearchParams; body: string };
const bodyOf = (call: Call) => JSON.parse(call.body);

type OddDialog = {
  path: string;
  yes: string;
  list: string;
  /** The record as the message names it. */
  called: string;
  /** Where the write goes, and the id as it arrives there. */
  call: string;
  idIn(call: Call): unknown;
};

const search = "from=detail";
const isEvent = { call: "/api/ActionEvent", idIn: (call: Call) => bodyOf(call).target };

/** One dialog for each kind of record. */
export const oddDialogs: Record<string, OddDialog> = {
  product: {
    path: `/store/SDY/products/${inPath}/actions/go%20on?title=a%26b&group=ODD-ID`,
    yes: "Yes",
    list: "/store/SDY/products?title=a%26b",
    called: "ODD-ID",
    ...isEvent,
  },
  order: {
    path: `/store/SDY/orders/${inPath}/actions/go%20on?q=%23`,
    yes: "Yes",
    list: "/store/SDY/orders?q=%23",
    called: "SDY-ODD",
    ...isEvent,
  },
  return: {
    path: `/returns/${inPath}/actions/resume?status=hold&${search}`,
    yes: "Confirm",
    list: `/returns/${inPath}?status=hold`,
    called: "EXO-ODD",
    call: `/api/bc-order/v1/exos/${inPath}/action/resume`,
    idIn: ({ path }) => decodeURIComponent(path.split("/")[5] ?? ""),
  },
  interchange: {
    path: `/edi/myer/interchanges/${inPath}/actions/process?reference=70`,
    yes: "Confirm",
    list: "/edi/myer/interchanges?reference=70",
    called: "ICN-ODD",
    call: "/api/bc-myer/v1/actions/interchange/run",
    idIn: ({ query }) => query.get("interchange_document_id"),
  },
  "EDI order": {
    path: `/edi/myer/orders/${inPath}/actions/process?order=MYR`,
    yes: "Confirm",
    list: "/edi/myer/orders?order=MYR",
    called: "MYR-ODD",
    call: "/api/bc-myer/v1/actions/order/run",
    idIn: ({ query }) => query.get("order_document_id"),
  },
  rule: {
    path: `/store/SDY/customrules/${inPath}/delete?q=odd`,
    yes: "Delete rule",
    list: "/store/SDY/customrules?q=odd",
    called: "Odd rule",
    call: "/api/customRules",
    idIn: (call) => bodyOf(call).id,
  },
};
