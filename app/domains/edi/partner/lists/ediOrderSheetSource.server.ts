import type { User } from "#app/auth/guard.server.ts";
import { readEdiOrdersForExport } from "#app/domains/edi/partner/api.server.ts";
import { ediOrderSheetPath, ediOrderSheetRowsPath, ediOrdersPath } from "#app/domains/edi/partner/paths.ts";
import type { EdiOrderFilter } from "#app/domains/edi/partner/search.ts";
import { env } from "#app/env.server.ts";
import { type SheetChoices, sheetChoices, theseOrAll } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice, type SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { ediOrderSheetPlan } from "./ediOrderSheet.ts";
import { ediOrderFilterOf } from "./filters.server.ts";

/** The spreadsheet of the EDI orders, filtered as the screen is, and the list it belongs to. */
export async function ediOrderSheet(
  user: User,
  request: Request,
): Promise<{ source: SheetSourceOf<typeof ediOrderSheetPlan>; listHref: string }> {
  const { filter } = await ediOrderFilterOf(user, request);
  const { all } = sheetSearch.read(request.url);
  const source: SheetSourceOf<typeof ediOrderSheetPlan> = {
    whose: "myer",
    what: "edi-orders",
    plan: ediOrderSheetPlan,
    options: { timeZone: env.TIME_ZONE },
    thread: new URL("./ediOrderSheetThread.ts", import.meta.url),
    pageSize: undefined,
    page: filter.page,
    all,
    readPage: (page, read) => readEdiOrdersForExport(user, { ...filter, page }, read),
    pagesPerSlice,
    sliceHref: (slice) => ediOrderSheetRowsPath({ ...filter, page: slice }, all),
  };
  return { source, listHref: ediOrdersPath(filter) };
}

/** The ways to take EDI orders away: the page on the screen, or all that match. */
export const ediOrderSheetChoices = (filter: EdiOrderFilter): SheetChoices =>
  sheetChoices(filter, undefined, theseOrAll("EDI orders"), (start, { all }) => ({
    href: ediOrderSheetPath(start, all),
    rowsHref: ediOrderSheetRowsPath(start, all),
  }));
