import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { notFound } from "#app/http/apiError.server.ts";
import { ediOrdersInBulk, interchangesInBulk } from "./edi/partner/bulk.server.ts";
import { exosInBulk } from "./exos/bulk.server.ts";
import { productsInBulk } from "./metaproducts/bulk.server.ts";
import { ordersInBulk } from "./orders/bulk.server.ts";
import { orderHref } from "./orders/paths.ts";
import { rulesInBulk } from "./rules/bulk.server.ts";

const kinds: readonly BulkKind[] = [
  exosInBulk,
  ordersInBulk,
  interchangesInBulk(orderHref),
  ediOrdersInBulk(orderHref),
  productsInBulk,
  rulesInBulk,
];

/**
 * The guard of what is done to several records: the kind that an address names, and those of its records that are
 * meant. Throws a 404 page for no such kind, and what the guard of the list's own actions throws.
 */
export async function openBulk(
  request: Request,
  { kind: key, alias, list }: { kind: string | undefined; alias: string; list: string },
): Promise<{ kind: BulkKind; place: BulkPlace }> {
  const kind = kinds.find((one) => one.key === key);
  if (!kind) throw notFound(request);
  return { kind, place: await kind.open({ request, params: alias === "" ? {} : { alias } }, list) };
}
