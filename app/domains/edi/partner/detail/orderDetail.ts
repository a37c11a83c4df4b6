import { ediActionLinks, offeredEdiActions, orderPartnerOf } from "#app/domains/edi/partner/offers.ts";
import {
  type EdiOrderFilter,
  type EdiOrderTab,
  type EdiOrderView,
  ediOrderDocumentPath,
  ediOrderPath,
  ediOrdersPath,
  ediOrderTabPagePath,
  ediOrderTabs,
  interchangePath,
  threadPath,
} from "#app/domains/edi/partner/paths.ts";
import { type OrderHref, toReferenceCards } from "#app/domains/edi/partner/references.ts";
import { newestFirst, toRecordPage } from "#app/domains/edi/records.ts";
import { mayMove, sharedDisplayState, waitingState } from "#app/domains/edi/states.ts";
import { toStreams } from "#app/domains/edi/streams.ts";
import { toDocumentView } from "#app/ui/text/DocumentPane.tsx";
import { momentOf, shorten, toText } from "#app/values/values.ts";
import type { EdiOrderDetail as EdiOrderDocument, OrderUpdateMessageRecord } from "#contract/edi.ts";
import { toReasons } from "./interchangeDetail.ts";
import { toMessagePage } from "./messages.ts";
import { toComparison, toReview } from "./review.ts";

export type EdiOrderContext = {
  filter: EdiOrderFilter;
  view: EdiOrderView;
  username: string;
  orderHref: OrderHref;
};

const tabLabels: Record<EdiOrderTab, string> = {
  status: "Status",
  summary: "Message Summary",
  references: "References",
  history: "History",
  document: "Document",
};

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

/** The inbound order update messages, newest first. */
const toUpdates = (records: readonly OrderUpdateMessageRecord[]) =>
  newestFirst(records).map(({ record, index }) => toUpdate(record, index));

function openTab(
  item: EdiOrderDocument,
  raw: unknown,
  { filter, view, username, orderHref }: EdiOrderContext,
) {
  const place = { id: item.id, tab: view.tab };
  switch (view.tab) {
    case "status": {
      const updates = toUpdates(item.order_update_message_records ?? []);
      return {
        tab: view.tab,
        review: toReview(item, username),
        comparison: toComparison(item),
        streams: toStreams(item.stream_statuses, item.histories ?? []),
        updates: updates.slice(0, maxUpdates),
        more: Math.max(0, updates.length - maxUpdates),
      };
    }
    case "summary":
      return {
        tab: view.tab,
        messages: toMessagePage(item.order, view.at),
        pageHref: ediOrderTabPagePath(place, filter),
      };
    case "references":
      return { tab: view.tab, cards: toReferenceCards(item.references ?? [], orderHref) };
    case "history":
      return {
        tab: view.tab,
        history: toRecordPage(item.histories ?? [], view.at),
        pageHref: ediOrderTabPagePath(place, filter),
      };
    case "document":
      return {
        tab: view.tab,
        document: toDocumentView(raw, view.asText, ediOrderDocumentPath(item.id)),
        treeHref: ediOrderPath({ ...place, asText: !view.asText }, filter),
      };
  }
}

/** The panel 'Order Detail' with its open tab (edi#order-detail); `raw` is the item as the server sent it. */
export function toEdiOrderDetail(item: EdiOrderDocument, raw: unknown, context: EdiOrderContext) {
  const { filter, view } = context;
  const { id } = item;
  const found = sharedDisplayState()(item.stream_statuses);
  const displayState = { ...found, summary: waitingState(found.summary, item.held_for) };
  const createdAt = momentOf(item.created_at);
  const updatedAt = momentOf(item.updated_at);
  const orderNumber = toText(item.utopia_order_number);
  const interchangeId = toText(item.myer_edifact_interchange_document_id);
  return {
    id,
    displayState,
    attention: toReasons(item.attention),
    orderNumber: shorten(orderNumber, 120),
    orderHref: orderNumber === "" ? undefined : context.orderHref(orderNumber),
    /** Who ordered. */
    partner: orderPartnerOf(item),
    documentIdentifier: shorten(toText(item.document_identifier), 120),
    interchangeId: shorten(interchangeId, 200),
    interchangeHref: interchangeId === "" ? undefined : interchangePath({ id: interchangeId }),
    storeGroup: shorten(toText(item.utopia_source_store_group_alias), 80),
    threadHref: threadPath(id),
    /** Received in a test interchange: no Utopia order is created from it. */
    isTest: item.test === true,
    createdAt,
    updatedAt,
    actions: ediActionLinks(
      ediOrderPath({ id, tab: view.tab, opener: "detail" }, filter),
      ediOrderPath({ id }, filter),
      offeredEdiActions(item, context.username),
    ),
    tabs: ediOrderTabs.map((tab) => ({
      key: tab,
      label: tabLabels[tab],
      href: ediOrderPath({ id, tab }, filter),
    })),
    closeTo: ediOrdersPath(filter),
    here: ediOrderPath({ id, ...view }, filter),
    moves: mayMove(displayState),
    ...openTab(item, raw, context),
  };
}

export type EdiOrderDetail = ReturnType<typeof toEdiOrderDetail>;
