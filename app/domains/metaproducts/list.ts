import { type OfferedAction, offeredActions } from "#app/confirm/model.ts";
import { shareEqual } from "#app/http/shareEqual.ts";
import { showCells } from "#app/lists/columns.ts";
import { type ListPage, toOpenPage } from "#app/lists/listed.ts";
import { shorten } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProductPageSize } from "#contract/metaproducts.ts";
import { type ProductCells, productColumnKeys, productColumns } from "./columns.ts";
import { toProduct } from "./model.ts";
import { type ProductFilter, productInBulk, productPath } from "./paths.ts";

/** One row of the grid; `code` is empty if there is none. */
export type ProductRow = {
  key: string;
  bulkId: string;
  href: string;
  code: string;
  cells: Partial<ProductCells>;
};

export type ListContext = { alias: string; storeType: string; filter: ProductFilter; username: string };

export function toProductPage(
  rows: readonly WireRow<MetaProduct>[],
  { alias, storeType, filter, username }: ListContext,
): ListPage<ProductRow> {
  const keys = productColumnKeys(storeType);
  const shared = shareEqual<OfferedAction[]>();
  return toOpenPage(rows, metaProductPageSize, (wire) => {
    const product = toProduct(wire, storeType);
    const actions = shared(offeredActions(product.actions, username));
    return {
      key: product.id,
      bulkId: productInBulk({ id: product.id, group: product.code }),
      href: productPath(alias, filter, { id: product.id, group: product.code }),
      code: shorten(product.code, 80),
      cells: showCells(productColumns, keys, product, { actions }),
    };
  });
}
