import type { LoaderFunctionArgs } from "@remix-run/node";
import { ordersOf } from "#app/domains/orders/scope.server.ts";
import { orderSheet } from "#app/domains/orders/sheetSource.server.ts";
import { sheetSliceResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  return sheetSliceResponse((await orderSheet(await ordersOf(args, "orders.export"), args.request)).source);
}
