import { type OfferedAction, offeredActions } from "#app/core/commands/model.ts";
import { actionsColumn, type ColumnCells, defineColumns, textColumn } from "#app/core/lists/columns.ts";
import { readable, toListed } from "#app/core/lists/listed.ts";
import {
  defineSheetPlan,
  type PlainSheetOptions,
  recordOf,
  sheetColumn as sheet,
} from "#app/core/lists/sheetColumns.ts";
import { noRaNumber, returnColumns as words } from "#app/core/specification/returns.ts";
import { shareEqual, shorten } from "#app/core/values/values.ts";
import type { WirePage, WireRow } from "#contract/envelopes.ts";
import { type ExoSummary, exoSummary } from "#contract/exos.ts";
import type { Credit } from "./credit.ts";
import { type DisplayState, displayStateOf, type Exo, isAtStep, toExo } from "./model.ts";

/** Derived parts of a row; equal ones on a page are the same object. */
type Shared = { displayState: DisplayState; actions: OfferedAction[] };

const maxTextLength = 120;

/** The columns (returns#columns); the sheet has one fact in each (returns#export). */
export const exoColumns = defineColumns<Exo, Shared>()({
  icon: {
    header: words.icon,
    headerHidden: true,
    tight: true,
    narrow: "picture",
    aside: true,
    show: (_, { displayState }) => displayState,
    sheet: [],
  },
  name: {
    width: "w-[7.75rem] xl:w-32",
    header: words.name,
    narrow: "title",
    expands: true,
    aside: true,
    show: ({ name }) => shorten(name, maxTextLength),
    sheet: [sheet("EXO Name", 20, ({ name }) => name), sheet("EXO ID", 26, ({ id }) => id)],
  },
  // Without a fixed width: it takes what the others leave.
  status: {
    header: words.status,
    aside: true,
    roomy: true,
    narrow: "line",
    show: (_, { displayState }) => displayState,
    sheet: [
      sheet("Status", 28, ({ status }) => status.label),
      sheet("Stream", 20, ({ stream }) => stream.label),
      sheet("Step", 32, ({ step }) => step.name),
    ],
  },
  source: {
    width: "w-[6.75rem] xl:w-32",
    header: words.source,
    narrow: "plain",
    rank: 2,
    show: ({ store, storeType }) => ({
      store: shorten(store, maxTextLength),
      storeType: shorten(storeType, 40),
    }),
    sheet: [sheet("Store", 20, ({ store }) => store), sheet("Store Type", 14, ({ storeType }) => storeType)],
  },
  order: {
    width: "w-[5.5rem]",
    header: words.order,
    narrow: "plain",
    rank: 4,
    show: ({ orderId, raNumber }) => ({
      orderId: shorten(orderId, maxTextLength),
      raNumber: shorten(raNumber, 80) || noRaNumber,
    }),
    sheet: [sheet("Order ID", 18, ({ orderId }) => orderId), sheet("RA#", 14, ({ raNumber }) => raNumber)],
  },
  email: textColumn(words.email, 30, ({ email }) => email, {
    width: "w-[9.5rem]",
    narrow: "plain",
    rank: 3,
  }),
  at: {
    width: "w-[8rem] xl:w-[9.25rem]",
    header: words.at,
    narrow: "plain",
    aside: true,
    show: ({ updatedAt, createdAt }) => ({ updatedAt, createdAt }),
    sheet: [
      sheet("Updated At", 17, ({ updatedAt }) => updatedAt, "moment"),
      sheet("Created At", 17, ({ createdAt }) => createdAt, "moment"),
    ],
  },
  actions: actionsColumn<OfferedAction[]>({ width: "w-[9.5rem] xl:w-[10.5rem]" }),
});

export type ExoCells = ColumnCells<typeof exoColumns>;

/** `step` is the one that the screen is narrowed to; empty for all. */
type SheetOptions = { step: string; timeZone: string };

/** The sheet of returns and exchanges, in the call's own pages, whose size is the service's. */
export const exoSheetPlan = defineSheetPlan({
  columns: exoColumns.sheet(),
  toEntries: (rows: readonly WireRow<ExoSummary>[], { step }: SheetOptions) =>
    rows
      .filter((row) => !row.readable || isAtStep(step)(row))
      .map((row) => toExo(recordOf(row, exoSummary, (id, code) => ({ id, status: { code } })))),
});

/** One row of the list. Its links are built in the view, since each would repeat the id. */
export type ExoRow = { id: string; name: string; cells: Partial<ExoCells> };

export function toExoList({ rows, pages }: WirePage<ExoSummary>, username: string) {
  const displayState = shareEqual<DisplayState>();
  const actions = shareEqual<OfferedAction[]>();
  let moves = false;
  const listed = toListed(rows, (summary): ExoRow => {
    const exo = toExo(summary);
    moves ||= exo.status.moves;
    const shared = {
      displayState: displayState(displayStateOf(exo)),
      actions: actions(offeredActions(exo.actions, username)),
    };
    return {
      id: exo.id,
      name: shorten(exo.name, 120),
      cells: exoColumns.cells(exo, shared),
    };
  });
  return { rows: listed, pages, moves };
}

const creditColumns = [
  sheet<Credit>("EXO Name", 20, ({ name }) => name),
  sheet<Credit>("EXO ID", 26, ({ id }) => id),
  sheet<Credit>("Customer", 30, ({ customer }) => customer),
  sheet<Credit>("Order ID", 18, ({ orderId }) => orderId),
  sheet<Credit>("Store", 20, ({ store }) => store),
  sheet<Credit>("Credit", 12, ({ cents }) => cents && cents / 100, "money"),
  sheet<Credit>("Owed Since", 17, ({ since }) => since, "moment"),
  sheet<Credit>("Given At", 17, ({ given }) => given?.at, "moment"),
  sheet<Credit>("Given By", 20, ({ given }) => given?.by),
  sheet<Credit>("Because", 40, ({ given }) => given?.because),
];

/** The sheet of the credits owed, or given (returns#credits). */
export const creditSheetPlan = defineSheetPlan<PlainSheetOptions, Credit, Credit>({
  columns: creditColumns,
  toEntries: readable,
});
