import type { LoaderFunctionArgs } from "@remix-run/node";
import { readProductExport, readProductSearch } from "#app/domains/metaproducts/search.ts";
import { productSheet } from "#app/domains/metaproducts/sheetSource.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";
import { sheetSliceResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  const { searchParams } = new URL(request.url);
  return sheetSliceResponse(
    productSheet(user, store, readProductSearch(searchParams), readProductExport(searchParams)),
  );
}
