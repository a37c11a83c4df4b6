import type { ErrorView } from "#app/core/http/errorView.ts";
import * as words from "#app/core/specification/edi.ts";
import { orderHref } from "#app/core/stores/paths.ts";
import { toDocumentView } from "#app/core/ui/text/DocumentPane.tsx";
import { formatUnits, momentOf, plural, shorten, toText } from "#app/core/values/values.ts";
import { acknowledgementOf, refusedMessagesOf } from "#app/domains/edi/acknowledgement.ts";
import { directionLabel, partyName } from "#app/domains/edi/codes.ts";
import { countIn, countWords } from "#app/domains/edi/partner/findings.ts";
import { ediActionLinks, offeredEdiActions, orderPartnerOf } from "#app/domains/edi/partner/offers.ts";
import {
  type DocumentPaths,
  type EdiOrderFilter,
  type EdiOrderTab,
  type EdiOrderView,
  ediOrderPath,
  ediOrderPaths,
  type InterchangeFilter,
  type InterchangeTab,
  type InterchangeView,
  interchangePath,
  interchangePaths,
  messageSegmentsPath,
  segmentsPath,
  threadPath,
} from "#app/domains/edi/partner/paths.ts";
import { orderDocumentsIn, toReferenceCards } from "#app/domains/edi/partner/references.ts";
import { newestFirst, toRecordPage } from "#app/domains/edi/records.ts";
import { displayStateOf, mayMove } from "#app/domains/edi/states.ts";
import { toStreams } from "#app/domains/edi/streams.ts";
import type { NotesView } from "#app/features/notes/notes.ts";
import type {
  EdiInterchangeDetail,
  EdiOrderDetail as EdiOrderDocument,
  OrderUpdateMessageRecord,
} from "#contract/edi.ts";
import { readNumber } from "#contract/numbers.ts";
import { toMessagePage } from "./messages.ts";
import { toComparison, toReview } from "./review.ts";

export type Panel<Detail> =
  | { isShown: true; detail: Detail; notes: NotesView }
  | ({ isShown: false } & ReturnType<typeof toUnavailable>);

/** Shown in place of a document, called `what`, that cannot be read. */
export function toUnavailable(
  what: string,
  id: string,
  error: ErrorView,
  ways: { closeTo: string; here: string },
) {
  const named = shorten(id, 80);
  const explanation = `The ${what} ${named} was not found. It may have been removed.`;
  const why = error.code === 404 ? { explanation, error: undefined } : { explanation: undefined, error };
  return { id: named, ...ways, ...why };
}

export const toReasons = (attention: readonly string[] | null | undefined): string[] => [
  ...new Set((attention ?? []).slice(0, 20).map((reason) => shorten(reason, 400))),
];

type Context<Filter, View> = { filter: Filter; view: View; username: string };

/** The URLs of a panel: its list, itself, its open tab to append a page to, and its document otherwise shown. */
function urlsOf<Filter extends object, View extends { at: number; asText: boolean; tab: string }>(
  { list, one, panel, tabPage, document }: DocumentPaths<Filter, View>,
  id: string,
  { filter, view }: { filter: Filter; view: View },
) {
  const place = { ...view, id, at: 1, asText: false };
  return {
    closeTo: list(filter),
    here: one({ ...view, id }, filter),
    page: panel(id, filter),
    tabPage: tabPage(place, filter),
    treeHref: one({ ...place, asText: !view.asText }, filter),
    downloadHref: document(id),
  };
}
type Urls = ReturnType<typeof urlsOf>;

function toHead(item: EdiInterchangeDetail | EdiOrderDocument, username: string, urls: Urls) {
  const displayState = displayStateOf(item);
  return {
    id: item.id,
    displayState,
    attention: toReasons(item.attention),
    createdAt: momentOf(item.created_at),
    updatedAt: momentOf(item.updated_at),
    actions: ediActionLinks(urls.here, urls.page, offeredEdiActions(item, username), "panel"),
    closeTo: urls.closeTo,
    here: urls.here,
    moves: mayMove(displayState),
  };
}

function toCommonTab(
  tab: "references" | "history" | "document",
  item: EdiInterchangeDetail | EdiOrderDocument,
  raw: unknown,
  { at, asText }: { at: number; asText: boolean },
  { tabPage, treeHref, downloadHref }: Urls,
  interchangeId?: string,
) {
  switch (tab) {
    case "references":
      return { tab, cards: toReferenceCards(item.references ?? [], interchangeId) };
    case "history":
      return { tab, history: toRecordPage(item.histories ?? [], at), pageHref: tabPage };
    case "document":
      return { tab, document: toDocumentView(raw, asText, downloadHref), treeHref };
  }
}

const interchangeTabLabels: Record<InterchangeTab, string> = words.interchangeTabs;
const orderTabLabels: Record<EdiOrderTab, string> = words.ediOrderTabs;

const toTabs = <Tab extends string>(labels: Record<Tab, string>, hrefOf: (tab: Tab) => string) =>
  // TypeScript doesn't know that an object has no other keys.
  (Object.keys(labels) as Tab[]).map((tab) => ({ key: tab, label: labels[tab], href: hrefOf(tab) }));

type Way = { label: string; href: string };

const aboutOf = ({
  segment_count,
  byte_count,
  message_counts,
  test,
  encoding,
  file_name,
}: EdiInterchangeDetail) => {
  const segments = readNumber(segment_count);
  const bytes = readNumber(byte_count);
  return [
    test ? "Test interchange" : "",
    Object.entries(message_counts ?? {})
      .map(([type, count]) => `${formatUnits(count)} × ${shorten(type, 20)}`)
      .slice(0, 12)
      .join(", "),
    segments === undefined ? "" : plural(segments, "segment", "segments"),
    bytes === undefined ? "" : plural(bytes, "byte", "bytes"),
    toText(encoding) && `read as ${shorten(toText(encoding), 40)}`,
    shorten(toText(file_name), 200),
  ]
    .filter(Boolean)
    .join(" · ");
};

const findingsOf = ({ finding_counts, findings }: EdiInterchangeDetail) => {
  const countOf = (severity: "error" | "warning" | "note") =>
    readNumber(finding_counts?.[severity]) ?? countIn(findings ?? [], severity);
  return { errors: countOf("error"), words: countWords(countOf) };
};

const maxThreads = 5;

/** The threads of an interchange's orders: all of them, or the first few and a link to the references. */
function threadsOf(item: EdiInterchangeDetail): Way[] {
  const orders = orderDocumentsIn(item.references ?? []);
  return orders.slice(0, maxThreads).map((id, index) => ({
    label: orders.length === 1 ? "Order thread" : `Order thread ${index + 1} of ${orders.length}`,
    href: threadPath(id),
  }));
}

type InterchangeContext = Context<InterchangeFilter, InterchangeView>;

function openInterchangeTab(
  item: EdiInterchangeDetail,
  raw: unknown,
  { view }: InterchangeContext,
  urls: Urls,
) {
  const { tab } = view;
  switch (tab) {
    case "status":
      return { tab, streams: toStreams(item.stream_statuses, item.histories ?? []) };
    case "messages":
      return {
        tab,
        messages: toMessagePage(item.interchange, view.at, refusedMessagesOf(item)),
        reduced: item.messages_reduced === true,
        pageHref: urls.tabPage,
        messageHref: messageSegmentsPath(item.id),
      };
    default:
      return toCommonTab(tab, item, raw, view, urls, item.id);
  }
}

/** The panel 'Interchange Detail' with its open tab (edi#interchange-detail); `raw` is the item as the server sent it. */
export function toInterchangeDetail(item: EdiInterchangeDetail, raw: unknown, context: InterchangeContext) {
  const { filter, username } = context;
  const { id } = item;
  const urls = urlsOf(interchangePaths, id, context);
  const acknowledgement = acknowledgementOf(item);
  return {
    ...toHead(item, username, urls),
    controlReference: shorten(toText(item.control_reference), 80),
    direction: directionLabel(item.transmission_direction),
    partners: [partyName(item.sender), partyName(item.recipient)].filter(Boolean).join(" → "),
    about: aboutOf(item),
    acknowledgement: {
      ...acknowledgement,
      byHref: acknowledgement.by === undefined ? undefined : interchangePath({ id: acknowledgement.by }),
    },
    findings: findingsOf(item),
    segmentsHref: segmentsPath(id),
    threads: threadsOf(item),
    tabs: toTabs(interchangeTabLabels, (tab) => interchangePath({ id, tab }, filter)),
    // A very long interchange is not polled.
    isStill: item.messages_reduced === true,
    ...openInterchangeTab(item, raw, context, urls),
  };
}

export type InterchangeDetail = ReturnType<typeof toInterchangeDetail>;

const maxUpdates = 100;
const maxPayloadLength = 20_000;

/** One of the 'Inbound Order Update Messages' (edi#order-updates); `payload` is JSON. */
function toUpdate(record: OrderUpdateMessageRecord, index: number) {
  const at = momentOf(record.created_at);
  const { order_update_message: payload } = record;
  const text = payload === undefined || payload === null ? undefined : JSON.stringify(payload);
  return {
    key: String(index),
    at,
    id: shorten(toText(record.id), 200),
    label: shorten(toText(record.message_label), 80) || "No label",
    tags: (record.tags ?? []).map((tag) => shorten(toText(tag), 60)).filter(Boolean),
    payload: text && text.length > maxPayloadLength ? JSON.stringify(shorten(text, maxPayloadLength)) : text,
  };
}
export type UpdateView = ReturnType<typeof toUpdate>;

const toUpdates = (records: readonly OrderUpdateMessageRecord[]) =>
  newestFirst(records).map(({ record, index }) => toUpdate(record, index));

type EdiOrderContext = Context<EdiOrderFilter, EdiOrderView>;

function openOrderTab(item: EdiOrderDocument, raw: unknown, { view, username }: EdiOrderContext, urls: Urls) {
  const { tab } = view;
  switch (tab) {
    case "status": {
      const updates = toUpdates(item.order_update_message_records ?? []);
      return {
        tab,
        review: toReview(item, username),
        comparison: toComparison(item),
        streams: toStreams(item.stream_statuses, item.histories ?? []),
        updates: updates.slice(0, maxUpdates),
        more: Math.max(0, updates.length - maxUpdates),
      };
    }
    case "summary":
      return { tab, messages: toMessagePage(item.order, view.at), pageHref: urls.tabPage };
    default:
      return toCommonTab(tab, item, raw, view, urls);
  }
}

/** The panel 'Order Detail' with its open tab (edi#order-detail); `raw` is the item as the server sent it. */
export function toEdiOrderDetail(item: EdiOrderDocument, raw: unknown, context: EdiOrderContext) {
  const { filter, username } = context;
  const { id } = item;
  const urls = urlsOf(ediOrderPaths, id, context);
  const orderNumber = toText(item.utopia_order_number);
  const interchangeId = toText(item.myer_edifact_interchange_document_id);
  return {
    ...toHead(item, username, urls),
    orderNumber: shorten(orderNumber, 120),
    orderHref: orderNumber === "" ? undefined : orderHref(orderNumber),
    partner: orderPartnerOf(item),
    documentIdentifier: shorten(toText(item.document_identifier), 120),
    interchangeId: shorten(interchangeId, 200),
    interchangeHref: interchangeId === "" ? undefined : interchangePath({ id: interchangeId }),
    storeGroup: shorten(toText(item.utopia_source_store_group_alias), 80),
    threadHref: threadPath(id),
    /** Received in a test interchange: no Utopia order is created from it. */
    isTest: item.test === true,
    tabs: toTabs(orderTabLabels, (tab) => ediOrderPath({ id, tab }, filter)),
    ...openOrderTab(item, raw, context, urls),
  };
}

export type EdiOrderDetail = ReturnType<typeof toEdiOrderDetail>;
