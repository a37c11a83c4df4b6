import { actionLinks, offeredActions } from "#app/core/commands/model.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { returnTabs } from "#app/core/specification/returns.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { type TimeLine, toTimeLine } from "#app/core/timeline/timeLine.ts";
import type { RelatedGroup } from "#app/core/ui/RelatedRecords.tsx";
import { toDocumentView } from "#app/core/ui/text/DocumentPane.tsx";
import { formatSum, plural, shorten } from "#app/core/values/values.ts";
import type { NotesView } from "#app/features/notes/notes.ts";
import { returnedValue } from "#contract/credit.ts";
import type { Exo as ExoDocument, ExoHistory } from "#contract/exos.ts";
import type { CreditGiven, CreditView } from "./credit.ts";
import { historyCodeOf } from "./historyCatalogue.ts";
import { failedJobOf, jobFailureOf, oldestFirst, progressOf, toRecord, triedWords } from "./jobs.ts";
import { displayStateOf, returnReasons, toCustomer, toExo } from "./model.ts";
import {
  type ExoFilter,
  type ExoPlace,
  type ExoTab,
  type ExoView,
  exoDocumentPath,
  exoFilePath,
  exoHistoryPagePath,
  exoListPath,
  exoPath,
  exoPicturePath,
  exoTabs,
} from "./paths.ts";
import {
  exoEvents,
  type OrderParcel,
  type ReferenceCard,
  toHeadWays,
  toReferenceCards,
} from "./references.ts";

import { toSummary } from "./summary.ts";

export const historyPageSize = 50;
const maxTitleLength = 120;

/**
 * One page of the history, newest first; records without a readable time last. Mundane actions are
 * hidden unless `mundane`; red and amber ones never are (returns#mundane).
 */
export function toHistoryPage(
  histories: readonly ExoHistory[],
  { mundane, historyPage }: { mundane: boolean; historyPage: number },
) {
  const records = oldestFirst(histories)
    .reverse()
    .filter(({ code }) => {
      const { mundane: isMundane, colour } = historyCodeOf(code);
      return mundane || !isMundane || colour !== undefined;
    });
  const pages = Math.max(1, Math.ceil(records.length / historyPageSize));
  const page = Math.min(historyPage, pages);
  const hidden = histories.length - records.length;
  return {
    records: records
      .slice((page - 1) * historyPageSize, page * historyPageSize)
      .map((entry) => toRecord(entry, maxTitleLength)),
    page,
    pages,
    about: `${plural(records.length, "record", "records")}${hidden === 0 ? "" : `, ${plural(hidden, "mundane one", "mundane ones")} hidden`}`,
  };
}
export type HistoryPage = ReturnType<typeof toHistoryPage>;

/** The parcels of a return's order; `unread` says that they could not be read. */
export type OrderParcels = { parcels: OrderParcel[]; unread?: string };

export type DetailContext = {
  alias: StoreAlias;
  filter: ExoFilter;
  view: ExoView;
  username: string;
  related: RelatedGroup[];
  /** Undefined if not requested, or if the user may not see the order. */
  sent?: OrderParcels;
  /** The credit to be given manually, or given; absent if there is none. */
  credit?: CreditView;
  given?: CreditGiven;
};

const tabLabels: Record<ExoTab, string> = { ...returnTabs, timeline: "Time line" };

function openTab(document: ExoDocument, raw: unknown, cards: ReferenceCard[], context: DetailContext) {
  const { alias, filter, view, credit } = context;
  const place: ExoPlace = { id: document.id, ...view };
  switch (view.tab) {
    case "summary": {
      const photos = {
        pictureOf: (fileId: string) => exoPicturePath(alias, document.id, fileId),
        fileOf: (fileId: string) => exoFilePath(alias, filter, place, fileId),
      };
      return { tab: view.tab, summary: toSummary(toExo(document), document, photos, credit) };
    }
    case "references":
      return { tab: view.tab, cards };
    case "history":
      return {
        tab: view.tab,
        history: toHistoryPage(document.histories ?? [], view),
        historyLinks: {
          mundane: view.mundane,
          mundaneHref: exoPath(alias, filter, { ...place, historyPage: 1, mundane: !view.mundane }),
          pageHref: exoHistoryPagePath(alias, filter, place),
        },
      };
    case "document":
      return {
        tab: view.tab,
        document: toDocumentView(raw, view.asText, exoDocumentPath(alias, filter, place)),
        treeHref: exoPath(alias, filter, { ...place, asText: !view.asText }),
      };
    case "timeline":
      return { tab: view.tab, line: lineOf(document, context) };
  }
}

function lineOf(document: ExoDocument, { alias, filter, view, sent, given }: DetailContext): TimeLine {
  const place: ExoPlace = { id: document.id, ...view };
  return toTimeLine(
    exoEvents(document, sent?.parcels ?? [], given),
    {
      kind: view.events,
      page: view.historyPage,
      hrefOf: (events) => exoPath(alias, filter, { ...place, events, historyPage: 1 }),
      pageHref: exoHistoryPagePath(alias, filter, place),
    },
    sent?.unread === undefined ? [] : [sent.unread],
  );
}

function leadOf(document: ExoDocument, email: string, tried: string): string[] {
  const value = returnedValue(document);
  return [
    toCustomer(document)?.name || email,
    value ? `${formatSum(value)} back` : "",
    ...returnReasons(document),
    tried,
  ]
    .filter(Boolean)
    .map((text) => shorten(text, 120));
}

/** The panel of one EXO; `raw` is the item as the server sent it. */
export function toExoDetail(document: ExoDocument, raw: unknown, context: DetailContext) {
  const exo = toExo(document);
  const { alias, filter, view } = context;
  const over = view.credits && { credits: view.credits };
  const { id, createdAt, updatedAt } = exo;
  const progress = progressOf(exo, document.histories ?? []);
  const cards = toReferenceCards(document.references ?? [], (fileId) =>
    exoFilePath(alias, filter, { id, ...view }, fileId),
  );
  return {
    id,
    name: shorten(exo.name, 120),
    displayState: displayStateOf(exo),
    /** What is wrong with a failed one, in words, and what to do about it. */
    wrong: jobFailureOf(progress),
    /** The facts to decide by: customer, returned items, and reason, as far as known. */
    lead: leadOf(document, exo.email, triedWords(failedJobOf(exo, progress))),
    store: shorten(exo.store, 120),
    storeType: shorten(exo.storeType, 40),
    /** Status, stream and step as the service writes them. */
    codes: [exo.status, exo.stream, exo.step].map(({ code }) => shorten(code, 80)),
    // Values to copy are never cut.
    orderId: exo.orderId,
    ways: toHeadWays(cards),
    related: context.related,
    raNumber: exo.raNumber,
    createdAt,
    updatedAt,
    actions: actionLinks(
      exoPath(alias, filter, { id, ...view }),
      offeredActions(exo.actions, context.username),
      "panel",
    ),
    tabs: exoTabs.map((tab) => ({
      key: tab,
      label: tabLabels[tab],
      href: exoPath(alias, filter, { id, ...over, tab }),
    })),
    closeTo: exoListPath(alias, filter, view),
    here: exoPath(alias, filter, { id, ...view }),
    /** It may change at any time without a person's action. */
    moves: exo.status.moves,
    ...openTab(document, raw, cards, context),
  };
}

export type ExoDetail = ReturnType<typeof toExoDetail>;
/** Links of the history; append the page number to `pageHref`. */
export type HistoryLinks = Extract<ExoDetail, { tab: "history" }>["historyLinks"];

export type ExoPanel =
  | { isShown: true; detail: ExoDetail; notes: NotesView }
  | ReturnType<typeof toExoUnavailable>;

/** Shown in place of the panel: the failure, or that the EXO doesn't exist, or is `elsewhere`, at this URL. */
export function toExoUnavailable(
  id: string,
  { error, elsewhere }: { error?: ErrorView; elsewhere?: string },
  { alias, filter, view }: Pick<DetailContext, "alias" | "filter" | "view">,
) {
  const named = shorten(id, 80);
  const isGone = error?.code === 404;
  const gone = `The exchange order ${named} was not found. It may have been removed.`;
  const explanation =
    elsewhere === undefined ? isGone && gone : `The exchange order ${named} belongs to another store.`;
  return {
    isShown: false as const,
    id: named,
    closeTo: exoListPath(alias, filter, view),
    here: exoPath(alias, filter, { id, ...view }),
    explanation: explanation || undefined,
    error: isGone ? undefined : error,
    elsewhere,
  };
}
