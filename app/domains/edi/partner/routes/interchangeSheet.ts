import { sheetLoader } from "#app/composition/sheets.server.ts";
import { interchangeSheet } from "#app/domains/edi/partner/screens.server.ts";

export const loader = sheetLoader(interchangeSheet);
