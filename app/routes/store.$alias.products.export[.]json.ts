import type { LoaderFunctionArgs } from "@remix-run/node";
import { readProductExport, readProductSearch } from "#app/domains/metaproducts/search.ts";
import { sheetSliceOf } from "#app/domains/metaproducts/sheetExport.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  const { searchParams } = new URL(request.url);
  const choice = readProductExport(searchParams);
  const slice = await sheetSliceOf({ user, store, filter: readProductSearch(searchParams), choice });
  return Response.json(slice, { headers: { "Cache-Control": "private, no-store" } });
}
