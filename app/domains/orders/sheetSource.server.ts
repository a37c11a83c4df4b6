import { env } from "#app/env.server.ts";
import { toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetSource } from "#app/sheets/sheetExport.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type OrderRecord, orderExportPageSize, orderRecord } from "#contract/orders.ts";
import { listOrdersForExport } from "./api.server.ts";
import { orderColumns } from "./columns.ts";
import { toOrder } from "./model.ts";
import { orderSheetRowsPath, ordersPath } from "./paths.ts";
import type { OrdersOf } from "./scope.server.ts";
import { readOrderExport, readOrderSearch } from "./search.ts";

/** A row that could not be read still takes its place in the sheet, with its id and what is wrong. */
const recordOf = (row: WireRow<OrderRecord>): OrderRecord =>
  row.readable
    ? row.row
    : orderRecord.parse({ id: row.id, status: `This row could not be read: ${row.problem}` });

/** The spreadsheet of the orders of one scope, filtered as the screen is, and the list it belongs to. */
export function orderSheet(
  of: OrdersOf,
  request: Request,
): { source: SheetSource<WireRow<OrderRecord>[]>; listHref: string } {
  const { user, store, storeOf } = of;
  const { searchParams } = new URL(request.url);
  const filter = readOrderSearch(searchParams);
  const { all } = readOrderExport(searchParams);
  const columns = orderColumns(store === undefined).flatMap(({ sheet }) => sheet);
  const entryOf = (row: WireRow<OrderRecord>) => {
    const order = toOrder(recordOf(row));
    return { order: { ...order, store: storeOf(order)?.storeName ?? order.store }, timeZone: env.TIME_ZONE };
  };
  const source = {
    whose: store?.storeName ?? "all-stores",
    what: "orders",
    columns: toHeadings(columns),
    page: filter.page,
    all,
    readPage: (page: number) =>
      listOrdersForExport(user, { storeName: store?.storeName }, { ...filter, page }),
    isFull: (page: WireRow<OrderRecord>[]) => page.length === orderExportPageSize,
    toRows: (page: WireRow<OrderRecord>[]) => toCells(columns, page.map(entryOf)),
    recordsOf: (page: WireRow<OrderRecord>[]) => page.length,
    sliceHref: (page: number) => orderSheetRowsPath(store?.storeAlias, { ...filter, page }, all),
  };
  return { source, listHref: ordersPath(store?.storeAlias, filter) };
}
