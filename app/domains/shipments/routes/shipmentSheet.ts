import { sheetLoader } from "#app/domains/sheets.server.ts";
import { shipmentSheet } from "#app/domains/shipments/shipments.server.ts";

export const loader = sheetLoader(shipmentSheet);
