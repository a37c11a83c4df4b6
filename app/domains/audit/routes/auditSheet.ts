import { auditSheet } from "#app/domains/audit/read.server.ts";
import { sheetLoader } from "#app/domains/sheets.server.ts";

export const loader = sheetLoader(auditSheet);
