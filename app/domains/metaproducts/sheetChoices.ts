import { type SheetChoices, sheetRange } from "#app/sheets/sheetRange.ts";
import { metaProductExportPageSize } from "#contract/metaproducts.ts";
import { productSheetPath, productSheetRowsPath } from "./paths.ts";
import type { ProductExport, ProductFilter } from "./search.ts";

const count = new Intl.NumberFormat("en-AU");

/**
 * The ways to take products away: the page with this number at 1,000 products a page, filtered as the
 * screen is (spec 1 §9), or all that match; each with or without variants as rows of their own.
 */
export function toSheetChoices(alias: string, filter: ProductFilter): SheetChoices {
  const rows = sheetRange(filter.page, metaProductExportPageSize);
  const choice = (label: string, asked: ProductExport) => {
    const start = asked.all ? { ...filter, page: 1 } : filter;
    return {
      label,
      href: productSheetPath(alias, start, asked),
      rowsHref: productSheetRowsPath(alias, start, asked),
    };
  };
  return {
    rows,
    choices: [
      choice(`Page ${filter.page} at ${count.format(metaProductExportPageSize)} products a page: ${rows}`, {
        all: false,
        variants: false,
      }),
      choice(`Variants as rows, too: ${rows}`, { all: false, variants: true }),
      choice("All products that match", { all: true, variants: false }),
      choice("All products that match, variants as rows, too", { all: true, variants: true }),
    ],
  };
}
