import { sheetLoader } from "#app/composition/sheets.server.ts";
import { exoSheet } from "#app/domains/exos/screens.server.ts";

export const loader = sheetLoader(exoSheet);
