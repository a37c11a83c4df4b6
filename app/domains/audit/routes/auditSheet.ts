import { auditSheet } from "#app/domains/audit/sheet.server.ts";
import { sheetLoader } from "#app/domains/sheets.server.ts";

export const loader = sheetLoader(auditSheet);
