import { sheetLoader } from "#app/composition/sheets.server.ts";
import { ediOrderSheet } from "#app/domains/edi/partner/screens.server.ts";

export const loader = sheetLoader(ediOrderSheet);
