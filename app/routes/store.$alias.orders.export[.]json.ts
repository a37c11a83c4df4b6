import type { LoaderFunctionArgs } from "@remix-run/node";
import { ordersOfStore } from "#app/domains/orders/scope.server.ts";
import { orderSheet } from "#app/domains/orders/sheetSource.server.ts";
import { sheetSliceResponse } from "#app/domains/sheets/sheetExport.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sheetSliceResponse(orderSheet(await ordersOfStore(request, params.alias), request).source);
}
