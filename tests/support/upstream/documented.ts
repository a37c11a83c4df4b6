import { taken } from "./frozen.ts";
import { type Answer, type Api, json } from "./proxy.ts";

/** An upstream's list envelope, and its names of paging fields. */
export type Envelope = "bare" | "items" | "summaries" | "results" | "data";

const awkwardPart = "é/7 #b+c&d %?x ";
/** An id that must be encoded in a URL. */
export const awkward = (id: string) => awkwardPart + id;

type Documented = {
  path: RegExp;
  query: readonly string[];
  filters?: readonly string[];
  size?: readonly number[];
};

const labelFilters =
  "brand barcode levelcode clrcode colourname productname season occasion department sizing";
const exoFilters = ["statusCodes", "stores", "orderId", "raNumber", "emailAddress", "searchTerm"];
const interchangeFilters =
  "documentId interchangeControlReference documentIdentifier transmissionDirection acknowledged containsMessageTypes containsMessageTypesMode";
const ediOrderFilters = ["documentId", "utopiaOrderNumber", "ediMyerInterchangeDocumentId"];

/** The documented calls: paths, names of query parameters and filters, page sizes. */
const documentedCalls: readonly Documented[] = [
  { path: /^getstores$/, query: [] },
  { path: /^getproducts$/, query: ["username"] },
  {
    path: /^getallproducts$/,
    query: ["page", "pagesize", "pricebook", ...labelFilters.split(" ")],
    size: [20],
  },
  {
    path: /^getmetaproducts$/,
    query: ["storegroup", "page", "pagesize", "productQuery", "title", "excludeValid"],
    size: [20, 1000],
  },
  { path: /^getorders$/, query: ["storegroup", "page", "pagesize", "orderQuery", "statuses"], size: [20] },
  {
    path: /^getEdiInterchanges$/,
    query: ["storegroup", "page", "pagesize", "search", "ordernumber", "statuses", "directions"],
    size: [10],
  },
  { path: /^getEdiOrders$/, query: ["storegroup", "page", "pagesize", "search", "statuses"], size: [10] },
  { path: /^getshipments$/, query: ["store", "page", "orderId"] },
  { path: /^customRules$/, query: ["storegroup"] },
  { path: /^customRules\/attributes$/, query: ["storetype"] },
  { path: /^nswvoucher\/balance$/, query: ["storealias", "vouchercode"] },
  { path: /^ActionEvent$/, query: [] },
  { path: /^bc-order\/v1\/exos$/, query: ["page", "filters"], filters: exoFilters },
  { path: /^bc-order\/v1\/exos\/[^/]+(\/action\/[^/]+)?$/, query: [] },
  { path: /^bc-order\/v1\/blobs\/blob$/, query: ["meta", "blobitem"] },
  {
    path: /^bc-myer\/v1\/documents\/interchanges$/,
    query: ["page", "filters"],
    filters: interchangeFilters.split(" "),
  },
  { path: /^bc-myer\/v1\/documents\/orders$/, query: ["page", "filters"], filters: ediOrderFilters },
  { path: /^bc-myer\/v1\/documents\/(interchanges|orders)\/[^/]+$/, query: [] },
  {
    path: /^bc-myer\/v1\/actions\/(interchange|order)\/run$/,
    query: ["interchange_document_id", "order_document_id", "action"],
  },
];

/** Undocumented parts of a call: its path, names in its query or filters, or its page size. */
export function beyondDocumented({ path, query }: { path: string; query: URLSearchParams }): string[] {
  const found = documentedCalls.find((one) => one.path.test(path.replace(/^\/api\/|\/$/g, "")));
  if (!found) return [path];
  const filters: object = JSON.parse(query.get("filters") ?? "{}");
  const size = query.get("pagesize");
  return [
    ...[...query.keys()].filter((name) => !found.query.includes(name)),
    ...Object.keys(filters).filter((name) => !found.filters?.includes(name)),
    ...(size !== null && !found.size?.includes(Number(size)) ? [`pagesize=${size}`] : []),
  ].map((what) => `${path} ${what}`);
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

const common = "id actions references stream_statuses created_at updated_at histories";
/** The documented fields of records for which the platform sends more. */
const documentedFields: readonly [path: RegExp, fields: string][] = [
  [
    /\/exos(\/|$)/,
    `${common} name status source_store source_type original_order_id ra_number email_address correspondence_email_address exchange`,
  ],
  [
    /\/documents\/interchanges(\/|$)/,
    `${common} control_reference transmission_direction acknowledged acknowledged_at acknowledgement_interchange_document_id interchange interchange_text`,
  ],
  [
    /\/documents\/orders(\/|$)/,
    `${common} utopia_order_number document_identifier myer_edifact_interchange_document_id utopia_source_store_group_alias order order_update_message_records`,
  ],
];

/** An unusual name for an action, or a store. */
const oddAction = [{ value: "re/try #1", text: "Retry" }];
const [shop, oddShop] = [
  { storeName: "Tools", storeAlias: "TLS" },
  { storeName: "Möbel & Söhne #1", storeAlias: "MÖB", storeType: "moonbase" },
];

/** A value as loosely typed as the wire allows: ids that need encoding, numbers as text. */
function loosened(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => loosened(one));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, loosened(one, name)]));
  if (/^(id|groupId)$|document[-_]id$/.test(key) && value !== null) return awkward(String(value));
  if (value === shop?.storeName) return oddShop?.storeName;
  return typeof value === "number" ? String(value) : value;
}

/** The platform's original value. */
const tightened = (text: string) =>
  text.replaceAll(awkwardPart, "").replaceAll(String(oddShop?.storeName), String(shop?.storeName));

function recordOf(path: string, row: unknown): unknown {
  if (!isObject(row)) return row;
  const [, fields] = documentedFields.find(([of]) => of.test(path)) ?? [];
  const own = fields
    ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.split(" ").includes(name)))
    : row;
  const isOdd = own.storeAlias === shop?.storeAlias;
  return {
    ...Object(loosened(own)),
    ...(isOdd ? oddShop : {}),
    ...(/getorders|getmetaproducts/.test(path) ? { availableActions: oddAction } : {}),
  };
}

/**
 * The platform reduced to the documented calls and their fields: lists in `envelope`, awkward ids, numbers as text, one
 * store of an unknown type. Anything else is answered with the status `otherwise`; writes are accepted without effect.
 */
export function documentedApi(envelope: () => Envelope, otherwise: () => number = () => 404): Api {
  function wrapped(rows: unknown[], pages: Json): Answer {
    const form = envelope();
    if (form === "bare") return json(200, rows);
    const page = pages.currentPage ?? pages.page;
    const total = pages.totalPages ?? Object(pages.pages).total;
    if (page === undefined) return json(200, { [form]: rows });
    const counts: Record<Exclude<Envelope, "bare">, Json> = {
      items: { page, pages: { total } },
      summaries: { currentPage: page, totalPages: total },
      results: { page: String(page), pages: String(total) },
      data: { current_page: page, total_pages: total },
    };
    return json(200, { [form]: rows, ...counts[form] });
  }

  return async (call, platform) => {
    const { method, url } = call;
    const { pathname } = url;
    if (beyondDocumented({ path: pathname, query: new URLSearchParams() }).length > 0)
      return { status: otherwise(), body: "Not here", type: "text/plain" };
    if (method === "POST") return taken(call, platform);
    const requested = new URL(url);
    requested.pathname = pathname
      .split("/")
      .map((part) => encodeURIComponent(tightened(decodeURIComponent(part))))
      .join("/");
    for (const [name, value] of url.searchParams) requested.searchParams.set(name, tightened(value));
    const answer = await platform(requested);
    if (answer.status !== 200 || pathname.endsWith("/blob")) return answer;
    const found: unknown = JSON.parse(answer.body.toString());
    const { items, summaries, item, ...pages } = Object(found);
    const rows = [found, items, summaries].find(Array.isArray);
    if (rows)
      return wrapped(
        rows.map((row: unknown) => recordOf(pathname, row)),
        pages,
      );
    return json(200, item === undefined ? loosened(found) : { item: recordOf(pathname, item) });
  };
}
