import { z } from "zod";
import { toSheetColumns } from "#app/lists/columns.ts";
import { toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetPlan } from "#app/sheets/sheetPlan.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type OrderRecord, orderRecord } from "#contract/orders.ts";
import { store } from "#contract/stores.ts";
import { orderColumnKeys, orderColumns } from "./columns.ts";
import { storeFinder, withStoreName } from "./list.ts";
import { toOrder } from "./model.ts";

/** `stores` name the orders' stores in the sheet of all stores; the sheet of one store has no such column. */
const options = z.object({ stores: z.array(store).optional(), timeZone: z.string() });

const columnsOf = ({ stores }: z.output<typeof options>) =>
  toSheetColumns(orderColumns, orderColumnKeys(stores !== undefined));

/** A row that could not be read still takes its place in the sheet, with its id and what is wrong. */
const recordOf = (row: WireRow<OrderRecord>): OrderRecord =>
  row.readable
    ? row.row
    : orderRecord.parse({ id: row.id, status: `This row could not be read: ${row.problem}` });

/** The sheet of orders, in pages of 1,000: one row each. */
export const orderSheetPlan: SheetPlan<z.output<typeof options>, OrderRecord> = {
  record: orderRecord,
  options,
  headings: (choice) => toHeadings(columnsOf(choice), choice.timeZone),
  toRows(rows, choice) {
    const storeOf = storeFinder(choice.stores ?? []);
    const entries = rows.map((row) => {
      const order = toOrder(recordOf(row));
      return withStoreName(order, storeOf(order));
    });
    return toCells(columnsOf(choice), entries, choice.timeZone);
  },
};
