import { shipmentSheet } from "#app/domains/shipments/shipments.server.ts";

export const loader = shipmentSheet.loader;
