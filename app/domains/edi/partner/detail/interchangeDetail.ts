import { acknowledgementOf, refusedMessagesOf } from "#app/domains/edi/acknowledgement.ts";
import { directionLabel } from "#app/domains/edi/codes.ts";
import { ediActionLinks, offeredEdiActions } from "#app/domains/edi/partner/offers.ts";
import {
  type InterchangeFilter,
  type InterchangeTab,
  type InterchangeView,
  interchangeDocumentPath,
  interchangePath,
  interchangesPath,
  interchangeTabPagePath,
  interchangeTabs,
  messageSegmentsPath,
  segmentsPath,
  threadPath,
} from "#app/domains/edi/partner/paths.ts";
import { type OrderHref, orderDocumentsIn, toReferenceCards } from "#app/domains/edi/partner/references.ts";
import { toRecordPage } from "#app/domains/edi/records.ts";
import { mayMove, sharedDisplayState } from "#app/domains/edi/states.ts";
import { toStreams } from "#app/domains/edi/streams.ts";
import { toDocumentView } from "#app/ui/text/DocumentPane.tsx";
import { formatUnits, momentOf, plural, shorten, toText } from "#app/values/values.ts";
import type { EdiInterchangeDetail } from "#contract/edi.ts";
import { readNumber } from "#contract/numbers.ts";
import { toMessagePage } from "./messages.ts";

/** A link button of a panel. */
type Way = { label: string; href: string };

export type InterchangeContext = {
  filter: InterchangeFilter;
  view: InterchangeView;
  username: string;
  orderHref: OrderHref;
  /** The form that registers the partner, if unknown. */
  partner?: Way | undefined;
};

const tabLabels: Record<InterchangeTab, string> = {
  status: "Status",
  messages: "Messages",
  references: "References",
  history: "History",
  document: "Document",
};

function openTab(item: EdiInterchangeDetail, raw: unknown, context: InterchangeContext) {
  const { filter, view, orderHref, partner } = context;
  const place = { id: item.id, tab: view.tab };
  switch (view.tab) {
    case "status":
      return {
        tab: view.tab,
        partner,
        streams: toStreams(item.stream_statuses, item.histories ?? []),
      };
    case "messages":
      return {
        tab: view.tab,
        messages: toMessagePage(item.interchange, view.at, refusedMessagesOf(item)),
        reduced: item.messages_reduced === true,
        pageHref: interchangeTabPagePath(place, filter),
        messageHref: messageSegmentsPath(item.id),
      };
    case "references":
      return { tab: view.tab, cards: toReferenceCards(item.references ?? [], orderHref, item.id) };
    case "history":
      return {
        tab: view.tab,
        history: toRecordPage(item.histories ?? [], view.at),
        pageHref: interchangeTabPagePath(place, filter),
      };
    case "document":
      return {
        tab: view.tab,
        document: toDocumentView(raw, view.asText, interchangeDocumentPath(item.id)),
        treeHref: interchangePath({ ...place, asText: !view.asText }, filter),
      };
  }
}

/** Why a document needs attention. */
export const toReasons = (attention: readonly string[] | null | undefined): string[] => [
  ...new Set((attention ?? []).slice(0, 20).map((reason) => shorten(reason, 400))),
];

const partnerName = (partner: EdiInterchangeDetail["sender"]): string => {
  const name = toText(partner?.identification);
  const qualifier = toText(partner?.qualifier);
  return shorten(qualifier === "" ? name : `${name} (${qualifier})`, 80);
};

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
  const count = (severity: "error" | "warning" | "note"): number =>
    readNumber(finding_counts?.[severity]) ??
    (findings ?? []).filter((one) => one.severity === severity).length;
  const [errors, warnings, notes] = [count("error"), count("warning"), count("note")];
  const words = [
    errors === 0 ? "" : plural(errors, "error", "errors"),
    warnings === 0 ? "" : plural(warnings, "warning", "warnings"),
    notes === 0 ? "" : plural(notes, "note", "notes"),
  ].filter(Boolean);
  return { errors, words: words.join(", ") };
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

/** The panel 'Interchange Detail' with its open tab (edi#interchange-detail); `raw` is the item as the server sent it. */
export function toInterchangeDetail(item: EdiInterchangeDetail, raw: unknown, context: InterchangeContext) {
  const { filter, view } = context;
  const { id } = item;
  const displayState = sharedDisplayState()(item.stream_statuses);
  const createdAt = momentOf(item.created_at);
  const updatedAt = momentOf(item.updated_at);
  const acknowledgement = acknowledgementOf(item);
  return {
    id,
    displayState,
    attention: toReasons(item.attention),
    controlReference: shorten(toText(item.control_reference), 80),
    direction: directionLabel(item.transmission_direction),
    partners: [partnerName(item.sender), partnerName(item.recipient)].filter(Boolean).join(" → "),
    /** Counts of segments and messages, and the kind of interchange. */
    about: aboutOf(item),
    acknowledgement: {
      ...acknowledgement,
      byHref: acknowledgement.by === undefined ? undefined : interchangePath({ id: acknowledgement.by }),
    },
    findings: findingsOf(item),
    segmentsHref: segmentsPath(id),
    threads: threadsOf(item),
    createdAt,
    updatedAt,
    actions: ediActionLinks(
      interchangePath({ id, tab: view.tab, opener: "detail" }, filter),
      interchangePath({ id }, filter),
      offeredEdiActions(item, context.username),
    ),
    tabs: interchangeTabs.map((tab) => ({
      key: tab,
      label: tabLabels[tab],
      href: interchangePath({ id, tab }, filter),
    })),
    closeTo: interchangesPath(filter),
    /** URL of this page, for Refresh. */
    here: interchangePath({ id, ...view }, filter),
    // A very long interchange is not polled.
    isStill: item.messages_reduced === true,
    moves: mayMove(displayState),
    ...openTab(item, raw, context),
  };
}

export type InterchangeDetail = ReturnType<typeof toInterchangeDetail>;
