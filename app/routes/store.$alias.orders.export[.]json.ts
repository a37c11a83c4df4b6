import type { LoaderFunctionArgs } from "@remix-run/node";
import { ordersOfStore } from "#app/domains/orders/scope.server.ts";
import { orderSheet } from "#app/domains/orders/sheetSource.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";
import { sheetSliceResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "orders");
  return sheetSliceResponse(orderSheet(ordersOfStore(user, store), request).source);
}
