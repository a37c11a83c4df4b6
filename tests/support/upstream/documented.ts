import { randomUUID } from "node:crypto";
import { readEdi } from "./edi.ts";
import { type Answer, json } from "./entra.ts";
import { exoPage, upstreamExos } from "./exos.ts";
import { labelProductPage, upstreamLabelProducts } from "./labelProducts.ts";
import { type UpstreamStore, upstreamProducts } from "./products.ts";
import type { Api } from "./start.ts";

type Json = Record<string, unknown>;

/** How an upstream wraps its lists, and what it calls its pages. */
export type Envelope = "bare" | "items" | "summaries" | "results" | "data";

const awkwardPart = "é/7 #b+c&d %?x ";
/** An id that an address must carry encoded. */
export const awkward = (id: string) => awkwardPart + id;
const plain = (id: string) => (id.startsWith(awkwardPart) ? id.slice(awkwardPart.length) : id);

const stores: UpstreamStore[] = [
  { storeName: "Möbel & Söhne #1", storeAlias: "MÖB", storeType: "moonbase" },
  { storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce", managementBaseUrl: null },
  { storeName: "Superdry", storeAlias: "SDY", storeType: "shopify" },
  { storeName: "Myer", storeAlias: "MYR", storeType: "edimarketplace" },
];

const products = new Map(
  stores.map((store) => [
    store.storeName,
    upstreamProducts(store, 3)
      .slice(0, 3)
      .map((product, index) => ({
        ...product,
        id: index === 2 ? 4711 : awkward(product.id),
        groupId: awkward(product.groupId),
      })),
  ]),
);

const order = (number: number, store: UpstreamStore): Json => ({
  id: number === 2 ? 90_210 : awkward(`o-${number}`),
  status: number === 1 ? "PROCESSING" : "TELEPORTED",
  availableActions: [{ value: "re/try #1", text: "Retry" }],
  _ts: 1_795_000_000 + number,
  order: {
    sourceId: awkward(`${store.storeAlias}-${number}`),
    sourceStore: store.storeName,
    sourceType: store.storeType,
    createdAt: "2026-11-18T22:00:00Z",
    amountPaid: "129.95",
    lineItems: [{ levelCode: "STY1001_BLK_7", quantity: "1" }],
    addresses: [{ locationType: "delivery", name: "Kim Lee", postcode: 3053 }],
  },
});
const orders = [
  ...stores.flatMap((store) => [1, 2].map((number) => order(number, store))),
  // The order that the EDI orders name.
  { id: "MYR77", order: { sourceId: "MYR77", sourceStore: "Myer" } },
];

const rule = (store: string): Json => ({
  id: awkward("r-1"),
  name: "Ten per cent off",
  storeGroup: store,
  enabled: true,
  deleted: false,
  priority: "3",
  rulesConditionsGroups: [],
  actions: [{ type: "PercentDiscount", attributeName: "price", percentOf: "rrpPrice", percentValue: "10" }],
});

const masterProducts: Json[] = [
  { id: awkward("m-1"), styleCode: awkward("STY1"), attributes: { styleName: "Boot" } },
  { styleCode: 4711 },
];

const shipments: Json[] = [
  { docketNumber: "D1", orderNumber: awkward("o-1"), saleDate: "2026-11-18", amount: "10", qty: 1 },
  { docketNumber: "D2", orderNumber: null },
];

const exos = () => upstreamExos().map((exo) => ({ ...exo, id: awkward(exo.id), source_store: "Clarks" }));

const partOf = (value: unknown, part: string | null) =>
  !part ||
  JSON.stringify(value ?? "")
    .toLowerCase()
    .includes(JSON.stringify(part).slice(1, -1).toLowerCase());

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

/** The documented calls: their addresses, the names of their queries and filters, and their sizes of pages. */
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

/** What of a call is not documented: its address, names in its query or filters, or its size of pages. */
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

/**
 * A second upstream: the documented calls and nothing else, its lists in `envelope`, its ids awkward or numbers,
 * one of its stores of a type that nobody knows. Anything else is answered with the status `otherwise`.
 */
export function documentedApi(envelope: () => Envelope, otherwise: () => number = () => 404): Api {
  const list = (rows: unknown[], pages?: { page: number; total: number }): Answer => {
    const form = envelope();
    if (form === "bare") return json(200, rows);
    if (!pages) return json(200, { [form]: rows });
    const { page, total } = pages;
    const counts: Record<Exclude<Envelope, "bare">, Json> = {
      items: { page, pages: { total } },
      summaries: { currentPage: page, totalPages: total },
      results: { page: String(page), pages: String(total) },
      data: { current_page: page, total_pages: total },
    };
    return json(200, { [form]: rows, ...counts[form] });
  };
  const pageOf = (rows: unknown[], query: URLSearchParams, size = 20) => {
    const [page, pagesize] = [Number(query.get("page") ?? 1), Number(query.get("pagesize") ?? size)];
    return list(rows.slice((page - 1) * pagesize, page * pagesize));
  };

  function edi(url: URL): Answer | undefined {
    const asked = new URL(url);
    const document = /^(\/api\/bc-myer\/v1\/documents\/\w+\/)([^/]+)$/.exec(url.pathname);
    if (document)
      asked.pathname = document[1] + encodeURIComponent(plain(decodeURIComponent(document[2] ?? "")));
    const search = url.searchParams.get("search");
    if (search) asked.searchParams.set("search", plain(search));
    const filters = url.searchParams.get("filters");
    if (filters) asked.searchParams.set("filters", filters.replaceAll(awkwardPart, ""));
    const found = readEdi(asked);
    if (!found) return undefined;
    // Documents name each other: each id is awkward wherever it stands.
    const renamed = JSON.stringify(found.body).replace(/"((?:ic|eo)-\w+)"/g, (_, id: string) =>
      JSON.stringify(awkward(id)),
    );
    const body: Json | Json[] = JSON.parse(renamed);
    if (Array.isArray(body)) return list(body);
    const { item, items, pages } = Object(body);
    if (Array.isArray(items))
      return list(items, { page: Number(url.searchParams.get("page")), total: pages.total });
    return json(found.status, { item });
  }

  function exosCall(method: string, url: URL): Answer | undefined {
    if (url.pathname === "/api/bc-order/v1/exos") {
      const { summaries, currentPage, totalPages } = exoPage(exos(), url.searchParams);
      const pages = { page: Number(currentPage), total: Number(totalPages) };
      return list(Array.isArray(summaries) ? summaries : [], pages);
    }
    const [, id = "", action] =
      /^\/api\/bc-order\/v1\/exos\/([^/]+)(?:\/action\/([^/]+))?$/.exec(url.pathname) ?? [];
    const exo = exos().find((one) => one.id === decodeURIComponent(id));
    if (!exo) return undefined;
    return method === "GET" && action === undefined ? json(200, { item: exo }) : { status: 202, body: "" };
  }

  return ({ method, url, body }) => {
    const query = url.searchParams;
    const group = query.get("storegroup");
    switch (`${method} ${url.pathname.replace(/\/$/, "")}`) {
      case "GET /api/getstores":
        return list(stores);
      case "GET /api/getproducts":
        return list(masterProducts);
      case "GET /api/getallproducts":
        return list(labelProductPage(upstreamLabelProducts, query));
      case "GET /api/getmetaproducts": {
        const code = query.get("productQuery");
        return pageOf(
          (products.get(group ?? "") ?? []).filter(({ groupId }) => partOf(groupId, code)),
          query,
        );
      }
      case "GET /api/getorders": {
        const ofStore = orders.filter((one) => !group || partOf(one, group));
        return pageOf(
          ofStore.filter((one) => partOf(one, query.get("orderQuery"))),
          query,
        );
      }
      case "GET /api/getshipments":
        return pageOf(shipments, query);
      case "GET /api/customRules":
        return list([rule(group ?? "")]);
      case "GET /api/customRules/attributes":
        return json(200, { attributes: [{ name: "price", type: "number" }] });
      case "GET /api/nswvoucher/balance":
        return json(200, { balance: "12.50" });
      case "POST /api/ActionEvent":
      case "POST /api/customRules":
        return json(200, { ...Object(JSON.parse(body)), id: randomUUID() });
      case "POST /api/bc-myer/v1/actions/interchange/run":
      case "POST /api/bc-myer/v1/actions/order/run":
        return { status: 200, body: "ok", type: "text/plain" };
    }
    const found = exosCall(method, url) ?? (method === "GET" ? edi(url) : undefined);
    if (found) return found;
    const isDocumented = beyondDocumented({ path: url.pathname, query: new URLSearchParams() }).length === 0;
    return { status: isDocumented ? 404 : otherwise(), body: "Not here", type: "text/plain" };
  };
}
