import type { LoaderFunctionArgs } from "@remix-run/node";
import { shipmentSheet } from "#app/domains/shipments/sheetSource.server.ts";
import { sheetSliceResponse } from "#app/sheets/sheetExport.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "shipments");
  return sheetSliceResponse(shipmentSheet(user, store, request));
}
