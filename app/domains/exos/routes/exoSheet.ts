import { exoSheet } from "#app/domains/exos/screens.server.ts";

export const loader = exoSheet.loader;
