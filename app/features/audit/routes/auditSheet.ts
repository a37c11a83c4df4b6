import { auditSheet } from "#app/features/audit/read.server.ts";

export const loader = auditSheet.loader;
