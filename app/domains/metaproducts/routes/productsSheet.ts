import type { LoaderFunctionArgs } from "@remix-run/node";
import { productsPath } from "#app/domains/metaproducts/paths.ts";
import { readProductExport, readProductSearch } from "#app/domains/metaproducts/search.ts";
import { productSheet } from "#app/domains/metaproducts/sheetSource.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";
import { sheetResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  const { searchParams } = new URL(request.url);
  const filter = readProductSearch(searchParams);
  const sheet = productSheet(user, store, filter, readProductExport(searchParams));
  return sheetResponse(request, sheet, productsPath(store.storeAlias, filter));
}
