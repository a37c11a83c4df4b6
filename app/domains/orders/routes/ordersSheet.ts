import { orderSheet } from "#app/domains/orders/sheet.server.ts";
import { sheetLoader } from "#app/domains/sheets.server.ts";

export const loader = sheetLoader(orderSheet);
