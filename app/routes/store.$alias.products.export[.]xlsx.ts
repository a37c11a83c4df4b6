import type { LoaderFunctionArgs } from "@remix-run/node";
import { productsPath } from "#app/domains/metaproducts/paths.ts";
import { readProductExport, readProductSearch } from "#app/domains/metaproducts/search.ts";
import { sheetResponse } from "#app/domains/metaproducts/sheetExport.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  const { searchParams } = new URL(request.url);
  const choice = readProductExport(searchParams);
  const filter = readProductSearch(searchParams);
  const sheet = await attempt(sheetResponse({ user, store, filter, choice }));
  if (sheet.ok) return sheet.value;
  const { message, advice } = sheet.error;
  const words = `The spreadsheet could not be made. ${message} ${advice}`;
  return redirectWithFlash(request, productsPath(store.storeAlias, filter), words, "attention");
}
