import { auditSheet } from "#app/composition/auditSheet.server.ts";

export const loader = auditSheet.loader;
