import { sheetLoader } from "#app/composition/sheets.server.ts";
import { auditSheet } from "#app/features/audit/read.server.ts";

export const loader = sheetLoader(auditSheet);
