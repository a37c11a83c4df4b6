import type { LoaderFunctionArgs } from "@remix-run/node";
import { ordersOfAllStores } from "#app/domains/orders/scope.server.ts";
import { orderSheet } from "#app/domains/orders/sheetSource.server.ts";
import { sheetSliceResponse } from "#app/domains/sheets/sheetExport.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  return sheetSliceResponse(orderSheet(await ordersOfAllStores(request), request).source);
}
