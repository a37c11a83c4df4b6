import type { LoaderFunctionArgs } from "@remix-run/node";
import { shipmentSearch, shipmentsPath } from "#app/domains/shipments/paths.ts";
import { shipmentSheet } from "#app/domains/shipments/sheetSource.server.ts";
import { sheetResponse } from "#app/sheets/sheetExport.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "shipments");
  const filter = shipmentSearch.read(request.url);
  return sheetResponse(request, shipmentSheet(user, store, request), shipmentsPath(store.storeAlias, filter));
}
