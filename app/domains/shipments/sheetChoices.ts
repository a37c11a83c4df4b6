import { type SheetChoices, sheetRange } from "#app/sheets/sheetRange.ts";
import { shipmentPageSize } from "#contract/shipments.ts";
import { shipmentSheetPath, shipmentSheetRowsPath } from "./paths.ts";
import type { ShipmentFilter } from "./search.ts";

/** The ways to take shipments away: the page on the screen (the call knows no other size), or all that match. */
export function toSheetChoices(alias: string, filter: ShipmentFilter): SheetChoices {
  const rows = sheetRange(filter.page, shipmentPageSize);
  const choice = (label: string, start: ShipmentFilter, all: boolean) => ({
    label,
    href: shipmentSheetPath(alias, start, all),
    rowsHref: shipmentSheetRowsPath(alias, start, all),
  });
  return {
    rows,
    choices: [
      choice(`Page ${filter.page}: ${rows}`, filter, false),
      choice("All shipments that match", { ...filter, page: 1 }, true),
    ],
  };
}
