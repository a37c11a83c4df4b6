import { ediOrderSheet } from "#app/domains/edi/partner/screens.server.ts";

export const loader = ediOrderSheet.loader;
