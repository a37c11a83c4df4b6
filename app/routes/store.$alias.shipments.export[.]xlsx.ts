import type { LoaderFunctionArgs } from "@remix-run/node";
import { sheetResponse } from "#app/domains/sheets/sheetExport.server.ts";
import { shipmentSheet } from "#app/domains/shipments/sheetSource.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "shipments");
  return sheetResponse(shipmentSheet(user, store, request));
}
