import { type SheetChoices, sheetRange } from "#app/sheets/sheetRange.ts";
import { orderExportPageSize } from "#contract/orders.ts";
import { type OrderScope, orderSheetPath, orderSheetRowsPath } from "./paths.ts";
import type { OrderFilter } from "./search.ts";

/** The ways to take orders away: the page with this number at 1,000 orders a page, or all that match. */
export function toSheetChoices(scope: OrderScope, filter: OrderFilter): SheetChoices {
  const rows = sheetRange(filter.page, orderExportPageSize);
  const choice = (label: string, start: OrderFilter, all: boolean) => ({
    label,
    href: orderSheetPath(scope, start, all),
    rowsHref: orderSheetRowsPath(scope, start, all),
  });
  return {
    rows,
    choices: [
      choice(`Page ${filter.page} at 1,000 orders a page: ${rows}`, filter, false),
      choice("All orders that match", { ...filter, page: 1 }, true),
    ],
  };
}
