import type { LoaderFunctionArgs } from "@remix-run/node";
import { maxPricesRead } from "#app/domains/labels/bridge/paths.ts";
import { isBarcode } from "#app/domains/labels/entry.ts";
import type { ProductPrices } from "#app/domains/labels/model.ts";
import { productsOf } from "#app/domains/labels/workstation.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { entriesOf } from "#app/search/search.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

/** The prices of these barcodes as they are now: a label's price is read again when it prints (labels#true-price). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const barcodes = entriesOf(request.url)
    .filter(([name, value]) => name === "barcode" && isBarcode(value))
    .map(([, barcode]) => barcode)
    .slice(0, maxPricesRead);
  const products = await productsOf(workstation, barcodes, { refresh: true });
  const prices = Object.entries(products).map(([barcode, product]) => [
    barcode,
    product && ("unread" in product ? product : pick(product)),
  ]);
  const headers = new Headers({ "Cache-Control": "no-store" });
  setSecurityHeaders(headers);
  return Response.json(Object.fromEntries(prices), { headers });
}

const pick = ({ price, otherPrices }: ProductPrices): ProductPrices => ({ price, otherPrices });
