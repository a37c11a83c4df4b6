import type { User } from "#app/auth/guard.server.ts";
import { readInterchangesForExport } from "#app/domains/edi/partner/api.server.ts";
import {
  interchangeSheetPath,
  interchangeSheetRowsPath,
  interchangesPath,
} from "#app/domains/edi/partner/paths.ts";
import type { InterchangeFilter } from "#app/domains/edi/partner/search.ts";
import { partnerNames } from "#app/domains/edi/partner/service.server.ts";
import { env } from "#app/env.server.ts";
import { type SheetChoices, sheetChoices, theseOrAll } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice, type SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { interchangeFilterOf } from "./filters.server.ts";
import { interchangeSheetPlan } from "./interchangeSheet.ts";

/** The spreadsheet of the interchanges, filtered as the screen is, and the list it belongs to. */
export async function interchangeSheet(
  user: User,
  request: Request,
): Promise<{ source: SheetSourceOf<typeof interchangeSheetPlan>; listHref: string }> {
  const [{ filter }, { names }] = await Promise.all([interchangeFilterOf(user, request), partnerNames(user)]);
  const { all } = sheetSearch.read(request.url);
  const source: SheetSourceOf<typeof interchangeSheetPlan> = {
    whose: "myer",
    what: "edi-interchanges",
    plan: interchangeSheetPlan,
    options: { partners: names, timeZone: env.TIME_ZONE },
    thread: new URL("./interchangeSheetThread.ts", import.meta.url),
    pageSize: undefined,
    page: filter.page,
    all,
    readPage: (page, read) => readInterchangesForExport(user, { ...filter, page }, read),
    pagesPerSlice,
    sliceHref: (slice) => interchangeSheetRowsPath({ ...filter, page: slice }, all),
  };
  return { source, listHref: interchangesPath(filter) };
}

/** The ways to take interchanges away: the page on the screen, or all that match. */
export const interchangeSheetChoices = (filter: InterchangeFilter): SheetChoices =>
  sheetChoices(filter, undefined, theseOrAll("interchanges"), (start, { all }) => ({
    href: interchangeSheetPath(start, all),
    rowsHref: interchangeSheetRowsPath(start, all),
  }));
