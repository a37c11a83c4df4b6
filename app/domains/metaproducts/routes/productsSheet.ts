import type { LoaderFunctionArgs } from "@remix-run/node";
import { productExport, productSearch, productsPath } from "#app/domains/metaproducts/paths.ts";
import { productSheet } from "#app/domains/metaproducts/sheetSource.server.ts";
import { sheetResponse } from "#app/sheets/sheetExport.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  const filter = productSearch.read(request.url);
  const sheet = productSheet(user, store, filter, productExport.read(request.url));
  return sheetResponse(request, sheet, productsPath(store.storeAlias, filter));
}
