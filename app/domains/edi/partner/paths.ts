import { openEnded, type SearchEntry, searchOf } from "#app/values/search.ts";
import type { EdiMessageType } from "#contract/ediMessages.ts";

/** What the interchanges are filtered by; `page` starts at 1, empty texts and lists filter nothing (2 §2.6). */
export type InterchangeFilter = {
  documentId: string;
  controlReference: string;
  documentIdentifier: string;
  direction: "" | "inbound" | "outbound";
  acknowledged: "" | "yes" | "no";
  types: EdiMessageType[];
  /** At least one message for any, or for each, of the types. */
  mode: "any" | "all";
  page: number;
};

/** What the EDI orders are filtered by (2 §2.8). */
export type EdiOrderFilter = { documentId: string; orderNumber: string; interchangeId: string; page: number };

export const interchangeTabs = ["status", "messages", "references", "history", "document"] as const;
export type InterchangeTab = (typeof interchangeTabs)[number];
export const ediOrderTabs = ["status", "summary", "references", "history", "document"] as const;
export type EdiOrderTab = (typeof ediOrderTabs)[number];

/** What the open tab shows of its own: its page, and the document as text. */
export type TabView = { at: number; asText: boolean };

/** One document's own part of a URL; `opener` is what its dialogs lead back to. */
export type Place<Tab extends string> = { id: string; tab?: Tab; opener?: "detail" } & Partial<TabView>;
export type InterchangePlace = Place<InterchangeTab>;
export type EdiOrderPlace = Place<EdiOrderTab>;

/** The landing page (2 §2.1). */
export const ediPath = "/edi/myer/";
const interchangesBase = "/edi/myer/interchanges";
const ordersBase = "/edi/myer/orders";

export const everyInterchange: InterchangeFilter = {
  documentId: "",
  controlReference: "",
  documentIdentifier: "",
  direction: "",
  acknowledged: "",
  types: [],
  mode: "any",
  page: 1,
};
const everyEdiOrder: EdiOrderFilter = { documentId: "", orderNumber: "", interchangeId: "", page: 1 };

const interchangeEntries = (filter: InterchangeFilter): SearchEntry[] => [
  ["id", filter.documentId],
  ["reference", filter.controlReference],
  ["document", filter.documentIdentifier],
  ["direction", filter.direction],
  ["acknowledged", filter.acknowledged],
  ["mode", filter.mode === "all" ? "all" : ""],
  ...filter.types.map((type): SearchEntry => ["type", type]),
  ["page", filter.page > 1 ? String(filter.page) : ""],
];

const orderEntries = (filter: EdiOrderFilter): SearchEntry[] => [
  ["id", filter.documentId],
  ["order", filter.orderNumber],
  ["interchange", filter.interchangeId],
  ["page", filter.page > 1 ? String(filter.page) : ""],
];

const placeEntries = ({ tab, at = 1, asText, opener }: Place<string>): SearchEntry[] => [
  ["tab", tab === undefined || tab === "status" ? "" : tab],
  ["at", at > 1 ? String(at) : ""],
  ["as", asText ? "text" : ""],
  ["from", opener ?? ""],
];

const below = (base: string, id: string, rest: string, entries: readonly SearchEntry[]): string =>
  `${base}/${encodeURIComponent(id)}${rest}${searchOf(entries)}`;

/** The interchanges, filtered; without a filter the first page of all. */
export const interchangesPath = (filter: Partial<InterchangeFilter> = {}): string =>
  `${interchangesBase}${searchOf(interchangeEntries({ ...everyInterchange, ...filter }))}`;

/** The detail of one interchange, over the list it was opened from. */
export const interchangePath = (
  place: InterchangePlace,
  filter: InterchangeFilter = everyInterchange,
): string => below(interchangesBase, place.id, "", [...interchangeEntries(filter), ...placeEntries(place)]);

/** The open tab of an interchange; the number of its page is to be added at the end. */
export const interchangeTabPagePath = (place: InterchangePlace, filter: InterchangeFilter): string =>
  openEnded(interchangePath({ ...place, at: 1 }, filter), "at");

/** What is new on the list since the version that is to be added at the end. */
export const interchangesLivePath = (filter: InterchangeFilter): string =>
  openEnded(`${interchangesBase}/live${searchOf(interchangeEntries(filter))}`, "since");

/** What is new on the detail since the version that is to be added at the end. */
export const interchangeLivePath = (place: InterchangePlace, filter: InterchangeFilter): string =>
  openEnded(
    below(interchangesBase, place.id, "/live", [...interchangeEntries(filter), ...placeEntries(place)]),
    "since",
  );

/** The whole document of an interchange as a JSON file. */
export const interchangeDocumentPath = (id: string): string =>
  below(interchangesBase, id, "/document.json", []);

/** The raw text of an interchange: as a text to read in place, as a text file, or its bytes as they came. */
export const interchangeTextPath = (id: string, form: "inline" | "text" | "bytes"): string =>
  below(interchangesBase, id, "/text", [["form", form === "text" ? "" : form]]);

/** The segments of an interchange: the page that holds the segment of a number, or a page by its own number. */
export const segmentsPath = (id: string, place: { page?: number; segment?: number } = {}): string =>
  below(interchangesBase, id, "/segments", [
    ["page", place.page !== undefined && place.page > 1 ? String(place.page) : ""],
    ["segment", place.segment === undefined ? "" : String(place.segment)],
  ]);

/** The segments of one message; its reference (0062) is to be added at the end. */
export const messageSegmentsPath = (id: string): string =>
  openEnded(below(interchangesBase, id, "/segments", []), "message");

/** The segments, saying why their text could not be downloaded. */
export const segmentsFailurePath = (id: string): string =>
  below(interchangesBase, id, "/segments", [["failed", "text"]]);

/** The EDI orders, filtered; without a filter the first page of all. */
export const ediOrdersPath = (filter: Partial<EdiOrderFilter> = {}): string =>
  `${ordersBase}${searchOf(orderEntries({ ...everyEdiOrder, ...filter }))}`;

/** The detail of one EDI order, over the list it was opened from. */
export const ediOrderPath = (place: EdiOrderPlace, filter: EdiOrderFilter = everyEdiOrder): string =>
  below(ordersBase, place.id, "", [...orderEntries(filter), ...placeEntries(place)]);

/** The open tab of an EDI order; the number of its page is to be added at the end. */
export const ediOrderTabPagePath = (place: EdiOrderPlace, filter: EdiOrderFilter): string =>
  openEnded(ediOrderPath({ ...place, at: 1 }, filter), "at");

/** What is new on the list since the version that is to be added at the end. */
export const ediOrdersLivePath = (filter: EdiOrderFilter): string =>
  openEnded(`${ordersBase}/live${searchOf(orderEntries(filter))}`, "since");

/** What is new on the detail since the version that is to be added at the end. */
export const ediOrderLivePath = (place: EdiOrderPlace, filter: EdiOrderFilter): string =>
  openEnded(below(ordersBase, place.id, "/live", [...orderEntries(filter), ...placeEntries(place)]), "since");

/** The whole document of an EDI order as a JSON file. */
export const ediOrderDocumentPath = (id: string): string => below(ordersBase, id, "/document.json", []);

/** The order's thread: all that belongs to it in one time line. */
export const threadPath = (id: string): string => below(ordersBase, id, "/thread", []);

const filterNames = [
  "id",
  "reference",
  "document",
  "direction",
  "acknowledged",
  "mode",
  "order",
  "interchange",
  "page",
];

const listKey = ({ pathname, searchParams }: URL): string =>
  JSON.stringify([
    pathname.split("/")[3],
    filterNames.map((name) => searchParams.get(name) ?? ""),
    searchParams.getAll("type"),
  ]);

/** Whether two URLs show the same list: which, filters and page; an open panel makes no other. */
export const isSameEdiList = (one: URL, other: URL): boolean => listKey(one) === listKey(other);

/** Whether a path is that of a detail. */
export const isEdiDetailPath = (pathname: string): boolean =>
  /^\/edi\/myer\/(interchanges|orders)\/[^/]+\/?$/.test(pathname);
