import { type Due, dueOf } from "#app/domains/edi/partner/dueTimes.ts";
import type { OrderHref } from "#app/domains/edi/partner/references.ts";
import { type ColumnCells, columnKeys, defineColumns, toSheetColumns } from "#app/lists/columns.ts";
import { defineSheetPlan, recordOf, sheetColumn as sheet, zoneOption } from "#app/sheets/columns.ts";
import { compact, momentOf, shorten, toText } from "#app/values/values.ts";
import { type EdiOrder, ediOrder } from "#contract/edi.ts";
import { documentColumns, type Parts } from "./documentColumns.ts";

/** The URL of a Utopia order, and the time to decide lateness by, in epoch milliseconds. */
type OrderParts = Parts & { orderHref: OrderHref; now: number };

/** A document that we owe the partner for an order, and its due time. */
export type OwedDue = { label: string; due: Due };

const maxTextLength = 120;

const owedDue = (label: string, due: Due | undefined): OwedDue[] => (due ? [{ label, due }] : []);

const numberOf = ({ document_identifier }: EdiOrder): string => toText(document_identifier);
const utopiaNumberOf = ({ utopia_order_number }: EdiOrder): string => toText(utopia_order_number);
const storeGroupOf = ({ utopia_source_store_group_alias }: EdiOrder): string =>
  toText(utopia_source_store_group_alias);
const interchangeIdOf = ({ myer_edifact_interchange_document_id }: EdiOrder): string =>
  toText(myer_edifact_interchange_document_id);

/** The columns (edi#order-columns), in order; the sheet has one fact in each (edi#export). */
export const ediOrderColumns = defineColumns<EdiOrder, OrderParts>()({
  state: documentColumns.state,
  document: {
    header: "Order",
    narrow: "title",
    roomy: true,
    /** The partner's order number or, if unknown, another name; with what we owe for it. */
    show: (order, { now }) => {
      const number = numberOf(order);
      const otherwise = `Order ${shorten(utopiaNumberOf(order) || order.id, maxTextLength)}`;
      return compact({
        name: number === "" ? otherwise : "Order",
        numbers: shorten(number, maxTextLength),
        isTest: order.test === true,
        dues: [
          ...owedDue("Order response", dueOf(order.response_due_at, order.due_time_zone, now)),
          ...owedDue("Despatch advice", dueOf(order.despatch_due_at, order.due_time_zone, now)),
        ],
        createdAt: momentOf(order.created_at),
      });
    },
    sheet: [
      sheet("Order", 18, numberOf),
      sheet("Test", 8, ({ test }) => (test === true ? "Test" : undefined)),
      sheet("Order Response Due", 17, ({ response_due_at }) => momentOf(response_due_at), "moment"),
      sheet("Despatch Advice Due", 17, ({ despatch_due_at }) => momentOf(despatch_due_at), "moment"),
      sheet("Created At", 17, ({ created_at }) => momentOf(created_at), "moment"),
    ],
  },
  order: {
    share: "w-[10.5%]",
    header: "Utopia Order Number",
    show: (order, { orderHref }) => {
      const number = utopiaNumberOf(order);
      return compact({
        number: shorten(number, maxTextLength),
        href: number === "" ? undefined : orderHref(number),
      });
    },
    sheet: [sheet("Utopia Order Number", 20, utopiaNumberOf)],
  },
  store: {
    share: "w-[6.5%]",
    header: "Source Store Group",
    show: (order) => shorten(storeGroupOf(order), maxTextLength),
    sheet: [sheet("Source Store Group", 20, storeGroupOf)],
  },
  standing: documentColumns.standing,
  references: documentColumns.references,
  at: documentColumns.at,
  interchange: {
    share: "w-[9%]",
    header: "EDI Myer Interchange Document ID",
    show: interchangeIdOf,
    sheet: [sheet("EDI Myer Interchange Document ID", 38, interchangeIdOf)],
  },
  id: documentColumns.id,
  actions: documentColumns.actions,
});

export type EdiOrderCells = ColumnCells<typeof ediOrderColumns>;

export const ediOrderColumnKeys = columnKeys(ediOrderColumns);

/** The sheet of the EDI orders, in the call's own pages, whose size the service sets. */
export const ediOrderSheetPlan = defineSheetPlan({
  record: ediOrder,
  options: zoneOption,
  columns: toSheetColumns(ediOrderColumns, ediOrderColumnKeys),
  toEntries: (rows) =>
    rows.map((row) => recordOf(row, ediOrder, (id, words) => ({ id, attention: [words] }))),
});
