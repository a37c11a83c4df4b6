import { sheetLoader } from "#app/domains/sheets.server.ts";
import { shipmentSheet } from "#app/domains/shipments/sheet.server.ts";

export const loader = sheetLoader(shipmentSheet);
