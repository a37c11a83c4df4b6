import { type ColumnCells, defineColumns, textColumn } from "#app/core/lists/columns.ts";
import { type LivePage, toListed } from "#app/core/lists/listed.ts";
import { defineSheetPlan, recordOf, sheetColumn as sheet } from "#app/core/lists/sheetColumns.ts";
import * as words from "#app/core/specification/edi.ts";
import { orderHref } from "#app/core/stores/paths.ts";
import { compact, momentOf, shareEqual, shorten, toText } from "#app/core/values/values.ts";
import { acknowledgedWord, acknowledgementOf, refusedMessagesOf } from "#app/domains/edi/acknowledgement.ts";
import { directionLabel } from "#app/domains/edi/codes.ts";
import { type Due, dueOf } from "#app/domains/edi/partner/due.ts";
import { type EdiOffer, offeredEdiActions, offersOf, offerTitle } from "#app/domains/edi/partner/offers.ts";
import { type References, referenceLabel, toReferenceLinks } from "#app/domains/edi/partner/references.ts";
import {
  type DisplayState,
  displayStateOf,
  leadingStreamOf,
  mayMove,
  type StreamState,
} from "#app/domains/edi/states.ts";
import { type EdiInterchange, type EdiOrder, ediInterchange, ediOrder } from "#contract/edi.ts";
import type { WirePage, WireRow } from "#contract/envelopes.ts";

/** What the rows of a list depend on: partner names, the user, and the time in epoch milliseconds. */
export type RowContext = {
  partnerName: (identification: string) => string;
  username: string;
  now: number;
};

/** Derived parts of a document's row; equal ones on a page are the same object. */
type Parts = RowContext & { displayState: DisplayState; references: References; actions: EdiOffer[] };

type Document = EdiInterchange | EdiOrder;

const maxAttentionLength = 300;
/** Ids are whole: they are links. */
const maxIdLength = Number.POSITIVE_INFINITY;

const attentionOf = ({ attention }: Document): string => (attention ?? []).join("; ");
const streamText = ({ stream, step, state }: StreamState): string =>
  `${[stream, step].filter(Boolean).join(" / ")}: ${state.label}`;

/** The streams that don't determine the document's state, in words. */
function otherStreams(document: Document): string {
  const displayState = displayStateOf(document);
  const leading = leadingStreamOf(displayState);
  return displayState.streams
    .filter((stream) => stream !== leading)
    .map(streamText)
    .join("; ");
}

const leadingOf = (document: Document): StreamState | undefined => leadingStreamOf(displayStateOf(document));

const testSheet = sheet("Test", 8, ({ test }: Document) => (test === true ? "Test" : undefined));
const createdSheet = sheet("Created At", 17, ({ created_at }: Document) => momentOf(created_at), "moment");

/** The columns of both document lists (edi#interchange-columns, edi#order-columns). */
export const documentColumns = defineColumns<Document, Parts>()({
  state: {
    share: "w-[10.5rem]",
    aside: true,
    header: words.interchangeColumns.state,
    narrow: "line",
    show: (document, { displayState }) => ({
      state: displayState.summary,
      reason: displayState.reason,
      attention: shorten(attentionOf(document), maxAttentionLength),
    }),
    sheet: [
      sheet("State", 28, (document) => displayStateOf(document).summary.label),
      sheet("Attention", 40, attentionOf),
      sheet("Held", 12, (document) => displayStateOf(document).reason),
    ],
  },
  standing: {
    share: "w-44 xl:w-[10.5rem]",
    header: words.interchangeColumns.standing,
    narrow: "plain",
    rank: 3,
    show: (_, { displayState }) => displayState,
    sheet: [
      sheet("Stream", 26, (document) => leadingOf(document)?.stream),
      sheet("Step", 34, (document) => leadingOf(document)?.step),
      sheet("Other Streams", 40, otherStreams),
    ],
  },
  references: {
    share: "w-24",
    header: words.interchangeColumns.references,
    rank: 1,
    show: (_, { references }) => references,
    sheet: [sheet("References", 40, ({ references }) => (references ?? []).map(referenceLabel).join("; "))],
  },
  at: {
    share: "w-[7.25rem]",
    header: words.interchangeColumns.at,
    narrow: "plain",
    show: ({ updated_at }) => ({ updatedAt: momentOf(updated_at) }),
    sheet: [sheet("Updated At", 17, ({ updated_at }) => momentOf(updated_at), "moment")],
  },
  id: textColumn(words.interchangeColumns.id, 38, ({ id }) => id, {
    share: "w-24",
    narrow: "plain",
    aside: true,
    longest: maxIdLength,
  }),
  actions: {
    share: "w-28",
    header: words.interchangeColumns.actions,
    narrow: "plain",
    onScreenOnly: true,
    show: (_, { actions }) => actions,
    sheet: [sheet("Actions", 32, (document) => offersOf(document).map(offerTitle).join("; "))],
  },
});

export type OwedDue = { label: string; due: Due };

const maxTextLength = 120;

const owedDue = (label: string, due: Due | undefined): OwedDue[] => (due ? [{ label, due }] : []);

const numberOf = ({ document_identifier }: EdiOrder): string => toText(document_identifier);
const utopiaNumberOf = ({ utopia_order_number }: EdiOrder): string => toText(utopia_order_number);

/** The columns (edi#order-columns), in order; the sheet has one fact in each (edi#export). */
export const ediOrderColumns = defineColumns<EdiOrder, Parts>()({
  // Its head is as high as that of the longest column, also beside a panel, where that is off.
  state: {
    ...documentColumns.columns.state,
    share: `${documentColumns.columns.state.share} min-[1440px]:h-[61px] print:h-auto`,
  },
  id: documentColumns.columns.id,
  order: {
    header: words.ediOrderColumns.order,
    narrow: "title",
    aside: true,
    roomy: true,
    expands: true,
    /** Below it the partner's order number, and what we owe for it. */
    show: (order, { now }) => {
      const number = utopiaNumberOf(order);
      const partnersNumber = shorten(numberOf(order), maxTextLength);
      return compact({
        text: shorten(number, maxTextLength),
        href: number === "" ? undefined : orderHref(number),
        holds: partnersNumber && `Order ${partnersNumber}`,
        name: `Order ${partnersNumber || shorten(number || order.id, maxTextLength)}`,
        isTest: order.test === true,
        dues: [
          ...owedDue("Order response", dueOf(order.response_due_at, now)),
          ...owedDue("Despatch advice", dueOf(order.despatch_due_at, now)),
        ],
        createdAt: momentOf(order.created_at),
      });
    },
    sheet: [
      sheet(words.ediOrderColumns.order, 20, utopiaNumberOf),
      sheet("Order", 18, numberOf),
      testSheet,
      sheet("Order Response Due", 17, ({ response_due_at }) => momentOf(response_due_at), "moment"),
      sheet("Despatch Advice Due", 17, ({ despatch_due_at }) => momentOf(despatch_due_at), "moment"),
      createdSheet,
    ],
  },
  references: documentColumns.columns.references,
  standing: documentColumns.columns.standing,
  interchange: textColumn(
    words.ediOrderColumns.interchange,
    38,
    ({ myer_edifact_interchange_document_id: id }) => id,
    { share: "w-[6.25rem]", rank: 1, longest: maxIdLength },
  ),
  store: textColumn(words.ediOrderColumns.store, 20, ({ utopia_source_store_group_alias: alias }) => alias, {
    share: "w-16",
    rank: 3,
  }),
  at: documentColumns.columns.at,
  actions: documentColumns.columns.actions,
});

export type EdiOrderCells = ColumnCells<typeof ediOrderColumns>;

/** The sheet of the EDI orders, in the call's own pages, whose size the service sets. */
export const ediOrderSheetPlan = ediOrderColumns.plan(ediOrder, (id, words) => ({ id, attention: [words] }));

type NamedInterchange = EdiInterchange & { partnerName: string };

const partnerOf = ({ transmission_direction, sender, recipient }: EdiInterchange): string =>
  toText((transmission_direction === "outbound" ? recipient : sender)?.identification);

const withPartnerName = (
  interchange: EdiInterchange,
  nameOf: (identification: string) => string,
): NamedInterchange => ({ ...interchange, partnerName: nameOf(partnerOf(interchange)) });

/** Numbers and types named in a row; the others are counted. */
const maxNamed = 3;

function named(all: readonly string[]): string {
  const more = all.length - maxNamed;
  const texts = all.slice(0, maxNamed).map((one) => shorten(one, 40));
  return more > 0 ? `${texts.join(", ")} and ${more} more` : texts.join(", ");
}

const typesOf = ({ message_counts }: EdiInterchange): string[] => Object.keys(message_counts ?? {});
const referenceOf = ({ control_reference }: EdiInterchange): string => toText(control_reference);

/** What an interchange holds: its message types and their numbers; of a file that could not be read its name. */
function contentsOf(interchange: EdiInterchange): string {
  const messages = `${named(typesOf(interchange))} ${named(interchange.document_identifiers ?? [])}`.trim();
  if (messages || referenceOf(interchange)) return messages;
  const file = interchange.references?.find(({ type }) => type === "inbound-interchange-file");
  const name = shorten(toText(file?.title), 40);
  return name && `File ${name}`;
}

/** The name of an interchange: what it holds, else its number, else a part of its id. */
const interchangeName = (interchange: EdiInterchange): string =>
  contentsOf(interchange) ||
  `Interchange ${shorten(referenceOf(interchange), maxTextLength) || shorten(interchange.id, 12)}`;

const acknowledgedWords = { yes: "Yes", no: "No", unknown: "Unknown" } as const;

/** The columns (edi#interchange-columns), in order; the sheet has one fact in each (edi#export). */
export const interchangeColumns = defineColumns<NamedInterchange, Parts>()({
  state: documentColumns.columns.state,
  id: documentColumns.columns.id,
  reference: {
    header: words.interchangeColumns.reference,
    narrow: "title",
    aside: true,
    roomy: true,
    expands: true,
    /** Below it what the interchange holds. */
    show: (interchange) =>
      compact({
        text: shorten(referenceOf(interchange), maxTextLength),
        holds: contentsOf(interchange),
        name: interchangeName(interchange),
        partner: shorten(interchange.partnerName, maxTextLength),
        isTest: interchange.test === true,
        createdAt: momentOf(interchange.created_at),
      }),
    sheet: [
      sheet(words.interchangeColumns.reference, 18, referenceOf),
      sheet("Messages", 20, (interchange) => typesOf(interchange).join("; ")),
      sheet("Document Numbers", 24, ({ document_identifiers }) => (document_identifiers ?? []).join("; ")),
      sheet("Partner", 20, ({ partnerName }) => partnerName),
      testSheet,
      createdSheet,
    ],
  },
  references: documentColumns.columns.references,
  standing: documentColumns.columns.standing,
  direction: textColumn(
    words.interchangeColumns.direction,
    12,
    ({ transmission_direction }) => directionLabel(transmission_direction),
    { share: "w-20", rank: 1 },
  ),
  acknowledged: {
    share: "w-[7.25rem]",
    header: words.interchangeColumns.acknowledged,
    rank: 3,
    show: (interchange, { now }) =>
      compact({
        acknowledged: acknowledgedWord(interchange),
        acknowledgement: acknowledgementOf(interchange),
        due: dueOf(interchange.acknowledgement_due_at, now),
      }),
    sheet: [
      sheet("Acknowledged", 14, (interchange) => acknowledgedWords[acknowledgedWord(interchange)]),
      sheet("Acknowledged At", 17, ({ acknowledged_at }) => momentOf(acknowledged_at), "moment"),
      sheet("Acknowledgement", 26, (interchange) => acknowledgementOf(interchange).label),
      sheet("Acknowledging Interchange", 38, (interchange) => acknowledgementOf(interchange).by),
      sheet("Refused Messages", 24, (interchange) =>
        refusedMessagesOf(interchange)
          .map(({ name }) => name)
          .join("; "),
      ),
    ],
  },
  at: documentColumns.columns.at,
  actions: documentColumns.columns.actions,
});

export type InterchangeCells = ColumnCells<typeof interchangeColumns>;

/** `partners` has the partners' names by identification. */
type SheetOptions = { partners: ReadonlyMap<string, string>; timeZone: string };

/** The sheet of the interchanges, in the call's own pages, whose size the service sets. */
export const interchangeSheetPlan = defineSheetPlan({
  columns: interchangeColumns.sheet(),
  toEntries: (rows: readonly WireRow<EdiInterchange>[], { partners }: SheetOptions) =>
    rows.map((row) =>
      withPartnerName(
        recordOf(row, ediInterchange, (id, words) => ({ id, attention: [words] })),
        (code) => partners.get(code) ?? code,
      ),
    ),
});

type DocumentRow<Cells> = { id: string; cells: Partial<Cells> };
export type InterchangeRow = DocumentRow<InterchangeCells>;
export type EdiOrderRow = DocumentRow<EdiOrderCells>;

/** A page of rows with the cells of their documents; equal parts are one object. */
function toList<Wire extends EdiInterchange | EdiOrder, Cells>(
  { rows, pages }: WirePage<Wire>,
  context: RowContext,
  cellsOf: (wire: Wire, parts: Parts) => Partial<Cells>,
): Omit<LivePage<DocumentRow<Cells>>, "version"> {
  const shareState = shareEqual<DisplayState>();
  const share = shareEqual<References>();
  const shareActions = shareEqual<EdiOffer[]>();
  let moves = false;
  const views = toListed(rows, (wire): DocumentRow<Cells> => {
    const displayState = shareState(displayStateOf(wire));
    moves ||= mayMove(displayState);
    const cells = cellsOf(wire, {
      ...context,
      displayState,
      references: share(toReferenceLinks(wire.references ?? [])),
      actions: shareActions(offeredEdiActions(wire, context.username)),
    });
    return { id: wire.id, cells };
  });
  return { rows: views, pages, moves };
}

export const toInterchangeList = (page: WirePage<EdiInterchange>, context: RowContext) =>
  toList(page, context, (wire, parts) =>
    interchangeColumns.cells(withPartnerName(wire, context.partnerName), parts),
  );

export const toEdiOrderList = (page: WirePage<EdiOrder>, context: RowContext) =>
  toList(page, context, (wire, parts) => ediOrderColumns.cells(wire, parts));
