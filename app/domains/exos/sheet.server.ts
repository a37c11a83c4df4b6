import { env } from "#app/env.server.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { pagesPerSlice } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { readExosForExport } from "./api.server.ts";
import { exoSearch, exosPath } from "./paths.ts";
import { requireExos } from "./scope.server.ts";
import { exoSheetPlan } from "./sheet.ts";

export const exoSheet = defineSheet({
  what: "returns",
  plan: exoSheetPlan,
  choice: sheetSearch,
  guard: (args) => requireExos(args, "returns.export"),
  filterOf: ({ url }) => exoSearch.read(url),
  listPath: ({ store }, filter) => exosPath(store?.storeAlias, filter),
  rowsOf: (scope, filter) => ({
    subject: scope.store?.storeName ?? "all-stores",
    options: { step: filter.step, timeZone: env.TIME_ZONE },
    pageSize: undefined,
    pagesPerSlice,
    readPage: (page, read) => readExosForExport(scope, { ...filter, page }, read),
  }),
});
