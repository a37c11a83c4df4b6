import type { LoaderFunctionArgs } from "@remix-run/node";
import { ordersOfStore } from "#app/domains/orders/scope.server.ts";
import { orderSheet } from "#app/domains/orders/sheetSource.server.ts";
import { sheetResponse } from "#app/domains/sheets/sheetExport.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { source, listHref } = orderSheet(await ordersOfStore(request, params.alias), request);
  return sheetResponse(request, source, listHref);
}
