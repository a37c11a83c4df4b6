import { interchangeSheet } from "#app/domains/edi/partner/screens.server.ts";
import { sheetLoader } from "#app/domains/sheets.server.ts";

export const loader = sheetLoader(interchangeSheet);
