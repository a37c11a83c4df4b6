import { creditSheet } from "#app/domains/exos/screens.server.ts";

export const loader = creditSheet.loader;
