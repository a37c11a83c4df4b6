import {
  dayFields,
  defineListSearch,
  defineSearch,
  flag,
  oneOf,
  openEnded,
  ordinal,
  pageNumber,
  type Search,
  type SearchEntry,
  type SearchOf,
  sameList,
  searchOf,
  someOf,
  text,
  typed,
} from "#app/core/search/search.ts";
import { ediMessageTypes } from "#contract/ediMessages.ts";
import { processingStates } from "#contract/processing.ts";

export const trafficChoices = { live: "Only live", test: "Only test" };
export const heldForChoices = { confirmation: "To confirm", duplicate: "Duplicate" };

/** Filters of both lists, if the service supports them (edi#more-filters). */
const moreFilters = {
  states: someOf("state", processingStates),
  partner: text("partner"),
  ...dayFields,
  sort: oneOf("sort", ["newest", "oldest"]),
  /** Overdue, or due in the next hour, if the service announces `edi-desk`. */
  due: oneOf("due", ["", "late", "hour"]),
};

/** Only documents of test interchanges (0035), or only the others. */
const traffic = oneOf("traffic", ["", "live", "test"]);

/** Filter of the interchanges; empty texts and lists don't filter (edi#interchange-filters). */
export const interchangeSearch = defineListSearch({
  documentId: typed("id"),
  controlReference: typed("reference"),
  documentIdentifier: typed("document"),
  direction: oneOf("direction", ["", "inbound", "outbound"]),
  acknowledged: oneOf("acknowledged", ["", "yes", "no"]),
  /** Interchanges with messages of any, or of all, of the types. */
  mode: oneOf("mode", ["any", "all"]),
  types: someOf("type", ediMessageTypes),
  ...moreFilters,
  packageNumber: typed("package"),
  fileName: typed("file"),
  traffic,
  /** Those whose acknowledgement the partner owes us, and those with rejected messages. */
  owed: flag("owed"),
  refused: flag("refused"),
  stranger: flag("stranger"),
  page: pageNumber(),
});
export type InterchangeFilter = SearchOf<typeof interchangeSearch>;

/** Filter of the EDI orders (edi#order-filters). */
export const ediOrderSearch = defineListSearch({
  documentId: typed("id"),
  orderNumber: typed("order"),
  interchangeId: typed("interchange"),
  ...moreFilters,
  documentIdentifier: typed("document"),
  packageNumber: typed("package"),
  /** Those whose order response or despatch advice we owe the partner. */
  owes: oneOf("owes", ["", "response", "despatch"]),
  /** Their hold, and whether they are a test, if the service announces `edi-desk`. */
  heldFor: oneOf("held", ["", "confirmation", "duplicate"]),
  traffic,
  page: pageNumber(),
});
export type EdiOrderFilter = SearchOf<typeof ediOrderSearch>;

export const interchangeTabs = ["status", "messages", "references", "history", "document"] as const;
export type InterchangeTab = (typeof interchangeTabs)[number];
export const ediOrderTabs = ["status", "summary", "references", "history", "document"] as const;
export type EdiOrderTab = (typeof ediOrderTabs)[number];

/** State of the open tab: its page, and whether the document is shown as text. */
const tabView = { at: pageNumber("at"), asText: flag("as", "text") };

/** An interchange's part of the URL besides its id: the open tab and its state. */
export const interchangeView = defineSearch({ tab: oneOf("tab", interchangeTabs), ...tabView });
export type InterchangeView = SearchOf<typeof interchangeView>;

/** An EDI order's part of the URL besides its id. */
export const ediOrderView = defineSearch({ tab: oneOf("tab", ediOrderTabs), ...tabView });
export type EdiOrderView = SearchOf<typeof ediOrderView>;

/** The segments to show: a page, the page of a given segment, or that of a message's first segment. */
export const segmentSearch = defineSearch({
  page: pageNumber(),
  segment: ordinal("segment"),
  message: text("message"),
});
export type SegmentPlace = SearchOf<typeof segmentSearch>;

/** The form of the raw text: as a text file, inline, or its original bytes. */
export const textForm = defineSearch({ form: oneOf("form", ["text", "inline", "bytes"]) });
export type TextForm = SearchOf<typeof textForm>["form"];

/** A gap in the control numbers: its first and last number, their run after the first, the partners, and the direction. */
export const gapSearch = defineSearch({
  direction: text("direction"),
  sender: text("sender"),
  senderQualifier: text("sender-qualifier"),
  recipient: text("recipient"),
  recipientQualifier: text("recipient-qualifier"),
  from: text("first"),
  to: text("last"),
  run: text("run"),
});
export type GapPlace = SearchOf<typeof gapSearch>;

/** The landing page (edi#landing). */
export const ediPath = "/edi/myer/";
/** Upload of a file, which is checked before it is taken in (edi#check-page). */
export const checkFilePath = "/edi/myer/check-file";
export const checkedFilePath = (fileId: string): string => `${checkFilePath}/${encodeURIComponent(fileId)}`;
export const controlNumbersAnchor = "#control-numbers";
/** Settles a gap in the control numbers (edi#settling). */
export const gapPath = (place: GapPlace): string => `/edi/myer/gap${gapSearch.write(place)}`;
/** The trading partners (edi#partner-pages). */
export const partnersPath = "/edi/myer/partners";
const interchangesBase = "/edi/myer/interchanges";
const ordersBase = "/edi/myer/orders";

const below = (base: string, id: string, rest: string, ...parts: readonly SearchEntry[][]): string =>
  `${base}/${encodeURIComponent(id)}${rest}${searchOf(...parts)}`;

/** The URLs of a list of documents and of the panels over it. */
function documentPaths<Filter extends object, View extends { at: number }>(
  base: string,
  search: Search<Filter>,
  view: Search<View>,
) {
  type Place = { id: string } & Partial<View>;
  const one = (place: Place, filter: Partial<Filter> = {}): string =>
    below(base, place.id, "", search.entries(filter), view.entries(place));
  return {
    search,
    view,
    list: (filter: Partial<Filter> = {}): string => `${base}${search.write(filter)}`,
    one,
    /** Its first tab. */
    panel: (id: string, filter: Partial<Filter> = {}): string => below(base, id, "", search.entries(filter)),
    /** The open tab; append the page number. */
    tabPage: (place: Place, filter: Filter): string =>
      openEnded(one({ ...place, at: 1 }, filter), view.names.at),
    document: (id: string): string => below(base, id, "/document.json"),
  };
}
export type DocumentPaths<Filter extends object, View extends { at: number }> = ReturnType<
  typeof documentPaths<Filter, View>
>;

/** The URLs that a list of documents needs. */
export type ListPaths<Filter> = {
  search: Search<Filter>;
  list: (filter?: Filter) => string;
  one: (place: { id: string; tab?: "references" }, filter: Filter) => string;
};

export const interchangePaths = documentPaths(interchangesBase, interchangeSearch, interchangeView);
export const { list: interchangesPath, one: interchangePath } = interchangePaths;

export const ediOrderPaths = documentPaths(ordersBase, ediOrderSearch, ediOrderView);
export const { list: ediOrdersPath, one: ediOrderPath } = ediOrderPaths;

/** The raw text of an interchange: inline, as a text file, or its original bytes. */
export const interchangeTextPath = (id: string, form: TextForm): string =>
  below(interchangesBase, id, "/text", textForm.entries({ form }));

/** The segments of an interchange: the page with a given segment, or a page by number. */
export const segmentsPath = (
  id: string,
  place: Pick<Partial<SegmentPlace>, "page" | "segment"> = {},
): string =>
  below(
    interchangesBase,
    id,
    "/segments",
    segmentSearch.entries({ page: place.page, segment: place.segment }),
  );

/** The segments of one message; append its reference (0062). */
export const messageSegmentsPath = (id: string): string =>
  openEnded(below(interchangesBase, id, "/segments"), segmentSearch.names.message);

export const threadPath = (id: string): string => below(ordersBase, id, "/thread");

/** The thread of the EDI order behind this Utopia order, wherever it is (edi#thread-of-order). */
export const threadOfOrderPath = (orderNumber: string): string =>
  `/edi/myer/threads/${encodeURIComponent(orderNumber)}`;

/** Whether two URLs show the same interchanges: filters and page; an open panel makes no difference. */
export const isSameInterchangeList = sameList(/^\/edi\/myer\/interchanges(?=\/|$)/, interchangeSearch);

export const isSameEdiOrderList = sameList(/^\/edi\/myer\/orders(?=\/|$)/, ediOrderSearch);
