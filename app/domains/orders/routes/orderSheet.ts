import { orderSheet } from "#app/domains/orders/orders.server.ts";

export const loader = orderSheet.loader;
