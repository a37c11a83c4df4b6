import { sheetLoader } from "#app/composition/sheets.server.ts";
import { orderSheet } from "#app/domains/orders/orders.server.ts";

export const loader = sheetLoader(orderSheet);
