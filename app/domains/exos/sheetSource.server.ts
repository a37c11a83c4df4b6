import { env } from "#app/env.server.ts";
import { type SheetChoices, sheetChoices, theseOrAll } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice, type SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { type ExosOf, readExosForExport } from "./api.server.ts";
import {
  type ExoFilter,
  type ExoScope,
  exoSearch,
  exoSheetPath,
  exoSheetRowsPath,
  exosPath,
} from "./paths.ts";
import { exoSheetPlan } from "./sheet.ts";

/** The spreadsheet of the returns and exchanges of one scope, filtered as the screen is, and the list it belongs to. */
export function exoSheet(
  of: ExosOf,
  request: Request,
): { source: SheetSourceOf<typeof exoSheetPlan>; listHref: string } {
  const filter = exoSearch.read(request.url);
  const { all } = sheetSearch.read(request.url);
  const scope = of.store?.storeAlias;
  const source: SheetSourceOf<typeof exoSheetPlan> = {
    whose: of.store?.storeName ?? "all-stores",
    what: "returns",
    plan: exoSheetPlan,
    options: { step: filter.step, timeZone: env.TIME_ZONE },
    thread: new URL("./sheetThread.ts", import.meta.url),
    pageSize: undefined,
    page: filter.page,
    all,
    readPage: (page, read) => readExosForExport(of, { ...filter, page }, read),
    pagesPerSlice,
    sliceHref: (slice) => exoSheetRowsPath(scope, { ...filter, page: slice }, all),
  };
  return { source, listHref: exosPath(scope, filter) };
}

/** The ways to take returns and exchanges away: the page on the screen, or all that match. */
export const exoSheetChoices = (scope: ExoScope, filter: ExoFilter): SheetChoices =>
  sheetChoices(filter, undefined, theseOrAll("returns and exchanges"), (start, { all }) => ({
    href: exoSheetPath(scope, start, all),
    rowsHref: exoSheetRowsPath(scope, start, all),
  }));
