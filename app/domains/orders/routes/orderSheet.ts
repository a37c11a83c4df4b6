import { orderSheet } from "#app/domains/orders/screens.server.ts";

export const loader = orderSheet.loader;
