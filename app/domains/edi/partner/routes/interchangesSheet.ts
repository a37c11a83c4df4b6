import { interchangeSheet } from "#app/domains/edi/partner/lists/sheets.server.ts";
import { sheetLoader } from "#app/domains/sheets.server.ts";

export const loader = sheetLoader(interchangeSheet);
