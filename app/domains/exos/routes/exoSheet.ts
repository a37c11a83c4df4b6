import { exoSheet } from "#app/domains/exos/screens.server.ts";
import { sheetLoader } from "#app/domains/sheets.server.ts";

export const loader = sheetLoader(exoSheet);
