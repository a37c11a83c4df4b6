import { sameList } from "#app/search/defineSearch.ts";
import { openEnded, type SearchEntry, searchOf } from "#app/search/entries.ts";
import { failedFileSearch, newsPath, type Opener, openerSearch } from "#app/search/sharedSearches.ts";
import {
  type EdiOrderFilter,
  type EdiOrderView,
  ediOrderSearch,
  ediOrderView,
  type GapPlace,
  gapSearch,
  type InterchangeFilter,
  type InterchangeView,
  interchangeSearch,
  interchangeView,
  type NewPartnerPlace,
  newPartnerSearch,
  type SegmentPlace,
  segmentSearch,
  type TextForm,
  textForm,
} from "./search.ts";

/** A document's part of a URL; dialogs return to `opener`. */
type Place<View> = { id: string; opener?: Opener } & Partial<View>;
export type InterchangePlace = Place<InterchangeView>;
export type EdiOrderPlace = Place<EdiOrderView>;

/** The landing page (edi#landing). */
export const ediPath = "/edi/myer/";
/** Upload of a file, which is checked before it is taken in (edi#check-page). */
export const checkFilePath = "/edi/myer/check-file";
/** A chosen file, by its ID in the portal. */
export const checkedFilePath = (fileId: string): string => `${checkFilePath}/${encodeURIComponent(fileId)}`;
/** The control numbers on the landing page. */
export const controlNumbersAnchor = "#control-numbers";
/** Settles a gap in the control numbers (edi#settling). */
export const gapPath = (place: GapPlace): string => `/edi/myer/gap${gapSearch.write(place)}`;
/** The trading partners, one of them, and a new one (edi#partner-pages). */
export const partnersPath = "/edi/myer/partners";
export const newPartnerPath = "/edi/myer/partners/new";
export const filledPartnerPath = (place: NewPartnerPlace): string =>
  `${newPartnerPath}${newPartnerSearch.write(place)}`;
export const partnerPath = (id: string): string => `${partnersPath}/${encodeURIComponent(id)}`;
const interchangesBase = "/edi/myer/interchanges";
const ordersBase = "/edi/myer/orders";

const below = (base: string, id: string, rest: string, ...parts: readonly SearchEntry[][]): string =>
  `${base}/${encodeURIComponent(id)}${rest}${searchOf(...parts)}`;

const interchangeOf = (place: InterchangePlace, filter: Partial<InterchangeFilter>, rest: string): string =>
  below(
    interchangesBase,
    place.id,
    rest,
    interchangeSearch.entries(filter),
    interchangeView.entries(place),
    openerSearch.entries(place),
  );

const ediOrderOf = (place: EdiOrderPlace, filter: Partial<EdiOrderFilter>, rest: string): string =>
  below(
    ordersBase,
    place.id,
    rest,
    ediOrderSearch.entries(filter),
    ediOrderView.entries(place),
    openerSearch.entries(place),
  );

/** The interchanges, filtered; without a filter the first page of all. */
export const interchangesPath = (filter: Partial<InterchangeFilter> = {}): string =>
  `${interchangesBase}${interchangeSearch.write(filter)}`;

/** The detail of one interchange, over the list it was opened from. */
export const interchangePath = (place: InterchangePlace, filter: Partial<InterchangeFilter> = {}): string =>
  interchangeOf(place, filter, "");

/** The open tab of an interchange; append the page number. */
export const interchangeTabPagePath = (place: InterchangePlace, filter: InterchangeFilter): string =>
  openEnded(interchangePath({ ...place, at: 1 }, filter), interchangeView.names.at);

/** Changes of the list; append the shown version. */
export const interchangesLivePath = (filter: InterchangeFilter): string =>
  newsPath(`${interchangesBase}/live${interchangeSearch.write(filter)}`);

/** Changes of the detail; append the shown version. */
export const interchangeLivePath = (place: InterchangePlace, filter: InterchangeFilter): string =>
  newsPath(interchangeOf(place, filter, "/live"));

/** The whole document of an interchange as a JSON file. */
export const interchangeDocumentPath = (id: string): string => below(interchangesBase, id, "/document.json");

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

/** The segments, with the reason why their text could not be downloaded. */
export const segmentsFailurePath = (id: string): string =>
  below(interchangesBase, id, "/segments", failedFileSearch.entries({ failed: "text" }));

/** The EDI orders, filtered; without a filter the first page of all. */
export const ediOrdersPath = (filter: Partial<EdiOrderFilter> = {}): string =>
  `${ordersBase}${ediOrderSearch.write(filter)}`;

/** The detail of one EDI order, over the list it was opened from. */
export const ediOrderPath = (place: EdiOrderPlace, filter: Partial<EdiOrderFilter> = {}): string =>
  ediOrderOf(place, filter, "");

/** The open tab of an EDI order; append the page number. */
export const ediOrderTabPagePath = (place: EdiOrderPlace, filter: EdiOrderFilter): string =>
  openEnded(ediOrderPath({ ...place, at: 1 }, filter), ediOrderView.names.at);

/** Changes of the list; append the shown version. */
export const ediOrdersLivePath = (filter: EdiOrderFilter): string =>
  newsPath(`${ordersBase}/live${ediOrderSearch.write(filter)}`);

/** Changes of the detail; append the shown version. */
export const ediOrderLivePath = (place: EdiOrderPlace, filter: EdiOrderFilter): string =>
  newsPath(ediOrderOf(place, filter, "/live"));

/** The whole document of an EDI order as a JSON file. */
export const ediOrderDocumentPath = (id: string): string => below(ordersBase, id, "/document.json");

/** The order's thread: everything related to it on one time line. */
export const threadPath = (id: string): string => below(ordersBase, id, "/thread");

/** The thread of the EDI order behind this Utopia order, wherever it is (edi#thread-of-order). */
export const threadOfOrderPath = (orderNumber: string): string =>
  `/edi/myer/threads/${encodeURIComponent(orderNumber)}`;

/** Whether two URLs show the same interchanges: filters and page; an open panel makes no difference. */
export const isSameInterchangeList = sameList(/^\/edi\/myer\/interchanges(?=\/|$)/, interchangeSearch);

/** Whether two URLs show the same EDI orders, likewise. */
export const isSameEdiOrderList = sameList(/^\/edi\/myer\/orders(?=\/|$)/, ediOrderSearch);

/** Whether a path is that of a detail. */
export const isEdiDetailPath = (pathname: string): boolean =>
  /^\/edi\/myer\/(interchanges|orders)\/[^/]+\/?$/.test(pathname);
