import { env } from "#app/env.server.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { type SheetChoices, sheetChoices, sheetHrefs, theseOrAll } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { readExosForExport } from "./api.server.ts";
import { type ExoFilter, type ExoScope, exoSearch, exosPath } from "./paths.ts";
import { exosOf } from "./scope.server.ts";
import { exoSheetPlan } from "./sheet.ts";

/** The spreadsheet of the returns and exchanges of one scope. */
export const exoSheet = defineSheet({
  what: "returns",
  plan: exoSheetPlan,
  asked: sheetSearch,
  guard: (args) => exosOf(args, "returns.export"),
  filterOf: ({ url }) => exoSearch.read(url),
  listPath: ({ store }, filter) => exosPath(store?.storeAlias, filter),
  rowsOf: (scope, filter) => ({
    whose: scope.store?.storeName ?? "all-stores",
    options: { step: filter.step, timeZone: env.TIME_ZONE },
    pageSize: undefined,
    pagesPerSlice,
    readPage: (page, read) => readExosForExport(scope, { ...filter, page }, read),
  }),
});

/** The ways to take returns and exchanges away: the page on the screen, or all that match. */
export const exoSheetChoices = (scope: ExoScope, filter: ExoFilter): SheetChoices =>
  sheetChoices(filter, undefined, theseOrAll("returns and exchanges"), (start, asked) =>
    sheetHrefs(exosPath(scope, start), sheetSearch.entries(asked)),
  );
