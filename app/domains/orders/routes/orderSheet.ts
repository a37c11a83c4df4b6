import { orderSheet } from "#app/domains/orders/orders.server.ts";
import { sheetLoader } from "#app/domains/sheets.server.ts";

export const loader = sheetLoader(orderSheet);
