import { type OfferedAction, offeredActions } from "#app/confirm/model.ts";
import { shareEqual } from "#app/http/shareEqual.ts";
import { showCells } from "#app/lists/columns.ts";
import { type ListPage, toOpenPage } from "#app/lists/listed.ts";
import { shorten } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProductPageSize } from "#contract/metaproducts.ts";
import { type ProductCells, productColumnKeys, productColumns } from "./columns.ts";
import { type StoreProduct, toProduct } from "./model.ts";
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

/** A product as a row of the list that `context` is of, with these columns. */
function toRow(
  wire: MetaProduct,
  { alias, storeType, filter, username }: ListContext,
  keys: ReturnType<typeof productColumnKeys>,
  share: (actions: OfferedAction[]) => OfferedAction[],
): ProductRow {
  const product = toProduct(wire, storeType);
  return {
    key: product.id,
    bulkId: productInBulk({ id: product.id, group: product.code, alias }),
    href: productPath(alias, filter, { id: product.id, group: product.code }),
    code: shorten(product.code, 80),
    cells: showCells(productColumns, keys, product, {
      actions: share(offeredActions(product.actions, username)),
    }),
  };
}

export function toProductPage(
  rows: readonly WireRow<MetaProduct>[],
  context: ListContext,
): ListPage<ProductRow> {
  const keys = productColumnKeys(context.storeType);
  const share = shareEqual<OfferedAction[]>();
  return toOpenPage(rows, metaProductPageSize, (wire) => toRow(wire, context, keys, share));
}

/** One page of gathered products, of one store or, where `isEveryStore`, of several. */
export function toGatheredProducts(
  products: readonly StoreProduct[],
  { filter, username, isEveryStore }: Pick<ListContext, "filter" | "username"> & { isEveryStore: boolean },
): { row: ProductRow }[] {
  const share = shareEqual<OfferedAction[]>();
  return products.map(({ store: { storeAlias: alias, storeType, storeName }, row }) => {
    const keys = productColumnKeys(isEveryStore ? undefined : storeType);
    const context = { alias, storeType, filter: { ...filter, page: 1 }, username };
    const shown = toRow({ storeGroup: storeName, ...row.row }, context, keys, share);
    return { row: { ...shown, key: isEveryStore ? `${alias} ${shown.key}` : shown.key } };
  });
}
