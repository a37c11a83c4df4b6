import type { LoaderFunctionArgs } from "@remix-run/node";
import { productExport, productSearch } from "#app/domains/metaproducts/paths.ts";
import { productSheet } from "#app/domains/metaproducts/sheetSource.server.ts";
import { sheetSliceResponse } from "#app/sheets/sheetExport.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  return sheetSliceResponse(
    productSheet(user, store, productSearch.read(request.url), productExport.read(request.url)),
  );
}
