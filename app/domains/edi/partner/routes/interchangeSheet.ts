import { interchangeSheet } from "#app/domains/edi/partner/screens.server.ts";

export const loader = interchangeSheet.loader;
