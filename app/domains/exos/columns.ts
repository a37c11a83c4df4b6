import type { OfferedAction } from "#app/confirm/model.ts";
import { type ColumnCells, columnKeys, defineColumns } from "#app/lists/columns.ts";
import { sheetColumn as sheet } from "#app/sheets/columns.ts";
import { shorten } from "#app/values/values.ts";
import type { Exo } from "./model.ts";
import type { DisplayState } from "./state.ts";

/** Derived parts of a row; equal ones on a page are the same object. */
type Shared = { displayState: DisplayState; actions: OfferedAction[] };

const maxTextLength = 120;

/** The columns (returns#columns); the sheet has one fact in each (returns#export). */
export const exoColumns = defineColumns<Exo, Shared>()({
  icon: {
    header: "Status icon",
    headerHidden: true,
    tight: true,
    narrow: "picture",
    aside: true,
    show: (_, { displayState }) => displayState,
    sheet: [],
  },
  name: {
    width: "w-[8.4rem]",
    header: "EXO Name",
    narrow: "title",
    aside: true,
    show: ({ name }) => shorten(name, maxTextLength),
    sheet: [sheet("EXO Name", 20, ({ name }) => name), sheet("EXO ID", 26, ({ id }) => id)],
  },
  // Without a fixed width: it takes what the others leave.
  status: {
    header: "Status",
    aside: true,
    show: (_, { displayState }) => displayState,
    sheet: [
      sheet("Status", 28, ({ status }) => status.label),
      sheet("Stream", 20, ({ stream }) => stream.label),
      sheet("Step", 32, ({ step }) => step.name),
    ],
  },
  source: {
    width: "w-[8.4rem]",
    header: "Source",
    show: ({ store, storeType }) => ({
      store: shorten(store, maxTextLength),
      storeType: shorten(storeType, 40),
    }),
    sheet: [sheet("Store", 20, ({ store }) => store), sheet("Store Type", 14, ({ storeType }) => storeType)],
  },
  order: {
    width: "w-[5.7rem]",
    header: "Order ID",
    show: ({ orderId, raNumber }) => ({
      orderId: shorten(orderId, maxTextLength),
      raNumber: shorten(raNumber, 80) || "N/A",
    }),
    sheet: [sheet("Order ID", 18, ({ orderId }) => orderId), sheet("RA#", 14, ({ raNumber }) => raNumber)],
  },
  email: {
    width: "w-[10.2rem]",
    header: "Email Address",
    show: ({ email }) => shorten(email, maxTextLength),
    sheet: [sheet("Email Address", 30, ({ email }) => email)],
  },
  at: {
    width: "w-[8rem]",
    header: "Updated/Created At",
    aside: true,
    roomy: true,
    show: ({ updatedAt, createdAt }) => ({ updatedAt, createdAt }),
    sheet: [
      sheet("Updated At", 17, ({ updatedAt }) => updatedAt, "moment"),
      sheet("Created At", 17, ({ createdAt }) => createdAt, "moment"),
    ],
  },
  actions: {
    width: "w-[14.6%]",
    header: "Actions",
    onScreenOnly: true,
    show: (_, { actions }) => actions,
    sheet: [sheet("Actions", 32, ({ actions }) => actions.map(({ label }) => label).join("; "))],
  },
});

export type ExoCells = ColumnCells<typeof exoColumns>;

export const exoColumnKeys = columnKeys(exoColumns);
