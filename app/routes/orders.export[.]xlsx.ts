import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "#app/auth/guard.server.ts";
import { ordersOfAllStores } from "#app/domains/orders/scope.server.ts";
import { orderSheet } from "#app/domains/orders/sheetSource.server.ts";
import { knownStores } from "#app/domains/stores/api.server.ts";
import { sheetResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { source, listHref } = orderSheet(ordersOfAllStores(user, await knownStores(user)), request);
  return sheetResponse(request, source, listHref);
}
