import { sheetLoader } from "#app/composition/sheets.server.ts";
import { creditSheet } from "#app/domains/exos/screens.server.ts";

export const loader = sheetLoader(creditSheet);
