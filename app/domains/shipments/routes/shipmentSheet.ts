import { sheetLoader } from "#app/composition/sheets.server.ts";
import { shipmentSheet } from "#app/domains/shipments/shipments.server.ts";

export const loader = sheetLoader(shipmentSheet);
