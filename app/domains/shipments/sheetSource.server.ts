import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetSource } from "#app/sheets/sheetExport.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type ShipmentRow, shipmentPageSize, shipmentRow } from "#contract/shipments.ts";
import type { Store } from "#contract/stores.ts";
import { listShipments } from "./api.server.ts";
import { shipmentColumns } from "./columns.ts";
import { toShipment, withOrderNumber } from "./model.ts";
import { shipmentSheetRowsPath } from "./paths.ts";
import { readShipmentExport, readShipmentSearch } from "./search.ts";

type Page = { rows: WireRow<ShipmentRow>[]; full: boolean };

/** The call has no page size: a slice of everything is this many pages, so that slices are worth a call. */
const pagesPerSlice = 25;

/** A row that could not be read still takes its place in the sheet, with its id and what is wrong. */
const rowOf = (row: WireRow<ShipmentRow>): ShipmentRow =>
  row.readable
    ? row.row
    : shipmentRow.parse({ orderNumber: row.id, styleName: `This row could not be read: ${row.problem}` });

/** The spreadsheet of a store's shipments, filtered as the screen is; rows without an order number left out. */
export function shipmentSheet(user: User, store: Store, request: Request): SheetSource<Page> {
  const { searchParams } = new URL(request.url);
  const filter = readShipmentSearch(searchParams);
  const { all } = readShipmentExport(searchParams);
  const columns = shipmentColumns.flatMap(({ sheet }) => sheet);
  const { storeName, storeAlias } = store;

  async function readPage(slice: number): Promise<Page> {
    const count = all ? pagesPerSlice : 1;
    const rows: WireRow<ShipmentRow>[] = [];
    for (let page = (slice - 1) * count + 1; page <= slice * count; page += 1) {
      const read = await listShipments(user, storeName, { ...filter, page });
      rows.push(...read);
      if (read.length < shipmentPageSize) return { rows, full: false };
    }
    return { rows, full: true };
  }

  return {
    whose: storeName,
    what: "shipments",
    columns: toHeadings(columns),
    page: filter.page,
    all,
    readPage,
    isFull: ({ full }) => full,
    toRows: ({ rows }) =>
      toCells(
        columns,
        withOrderNumber(rows).kept.map((row) => ({
          shipment: toShipment(rowOf(row), storeName),
          timeZone: env.TIME_ZONE,
        })),
      ),
    recordsOf: ({ rows }) => rows.length,
    sliceHref: (page) => shipmentSheetRowsPath(storeAlias, { ...filter, page }, all),
  };
}
