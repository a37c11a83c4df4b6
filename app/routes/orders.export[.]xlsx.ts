import type { LoaderFunctionArgs } from "@remix-run/node";
import { ordersOfAllStores } from "#app/domains/orders/scope.server.ts";
import { orderSheet } from "#app/domains/orders/sheetSource.server.ts";
import { sheetResponse } from "#app/domains/sheets/sheetExport.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { source, listHref } = orderSheet(await ordersOfAllStores(request), request);
  return sheetResponse(request, source, listHref);
}
