import { z } from "zod";
import { toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetPlan } from "#app/sheets/sheetPlan.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type OrderRecord, orderExportPageSize, orderRecord } from "#contract/orders.ts";
import { store } from "#contract/stores.ts";
import { orderColumns } from "./columns.ts";
import { storeFinder } from "./list.ts";
import { toOrder } from "./model.ts";

/** `stores` name the orders' stores in the sheet of all stores; the sheet of one store has no such column. */
const options = z.object({ stores: z.array(store).optional(), timeZone: z.string() });

const columnsOf = ({ stores }: z.output<typeof options>) =>
  orderColumns(stores !== undefined).flatMap(({ sheet }) => sheet);

/** A row that could not be read still takes its place in the sheet, with its id and what is wrong. */
const recordOf = (row: WireRow<OrderRecord>): OrderRecord =>
  row.readable
    ? row.row
    : orderRecord.parse({ id: row.id, status: `This row could not be read: ${row.problem}` });

/** The sheet of orders, in pages of 1,000: one row each. */
export const orderSheetPlan: SheetPlan<z.output<typeof options>, OrderRecord> = {
  record: orderRecord,
  options,
  pageSize: orderExportPageSize,
  headings: (asked) => toHeadings(columnsOf(asked)),
  toRows(rows, asked) {
    const storeOf = storeFinder(asked.stores ?? []);
    const entries = rows.map((row) => {
      const order = toOrder(recordOf(row));
      const named = { ...order, store: storeOf(order)?.storeName ?? order.store };
      return { order: named, timeZone: asked.timeZone };
    });
    return toCells(columnsOf(asked), entries);
  },
};
