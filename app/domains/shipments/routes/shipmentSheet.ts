import { shipmentSheet } from "#app/domains/shipments/screens.server.ts";

export const loader = shipmentSheet.loader;
