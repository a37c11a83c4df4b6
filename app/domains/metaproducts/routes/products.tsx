import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { User } from "#app/auth/guard.server.ts";
import { listMetaProducts } from "#app/domains/metaproducts/api.server.ts";
import { productColumnKeys, productColumns } from "#app/domains/metaproducts/columns.ts";
import { toGatheredProducts, toProductPage } from "#app/domains/metaproducts/list.ts";
import { isSameProductList, type ProductFilter, productSearch } from "#app/domains/metaproducts/paths.ts";
import { gatherRefused } from "#app/domains/metaproducts/refused.server.ts";
import {
  gatheredSheetChoices,
  productSheetChoices,
  requireProducts,
} from "#app/domains/metaproducts/sheet.server.ts";
import { productRef, productState } from "#app/domains/metaproducts/state.server.ts";
import { ProductsScreen } from "#app/domains/metaproducts/views/ProductsScreen.tsx";
import { attempt } from "#app/http/api.server.ts";
import { toColumnViews } from "#app/lists/columns.ts";
import { pageOfGathered, screenLimits } from "#app/lists/gather.server.ts";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";
import { marksOf, marksOfRows } from "#app/notes/notes.server.ts";
import { listAnswer } from "#app/recordPages/recordPages.server.ts";
import type { StoreScope } from "#app/stores/guard.server.ts";
import type { Store } from "#contract/stores.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.storeName ? `Meta Products · ${data.storeName}` : "Refused products" },
];

/** A page of a store's list, by the documented call. */
async function storeList(user: User, store: Store, filter: ProductFilter) {
  const { storeAlias: alias, storeType } = store;
  const rows = await listMetaProducts(user, store, filter);
  return {
    ...toProductPage(rows, { alias, storeType, filter, username: user.username }),
    marks: await marksOfRows(rows, (row) => ({ ref: productRef(alias, row.id), ...productState(row) })),
  };
}

/** A page of the products with one message, of a store or of all (products#message). */
async function gatheredList({ user, store, stores }: StoreScope, filter: ProductFilter) {
  const { products, reach } = await gatherRefused(user, stores, filter, screenLimits);
  const { rows, ...pages } = pageOfGathered(products, filter.page, reach);
  const shown = toGatheredProducts(rows, { filter, username: user.username, isEveryStore: !store });
  const marks = await marksOf(
    rows.map(({ store: { storeAlias }, row: { row } }, index) => ({
      ref: productRef(storeAlias, row.id),
      ...productState(row),
      key: shown[index]?.row.key ?? row.id,
    })),
  );
  return { rows: shown, marks, ...pages };
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireProducts(args);
  const { user, store } = scope;
  const filter = productSearch.read(args.request.url);
  const columns = toColumnViews(productColumns, productColumnKeys(store?.storeType));
  const screen = { alias: store?.storeAlias, storeName: store?.storeName, filter, columns };
  if (!store || filter.message !== "") {
    const list = await attempt(gatheredList(scope, filter));
    return listAnswer(screen, list, () => gatheredSheetChoices(store?.storeAlias, filter));
  }
  const list = await attempt(storeList(user, store, filter));
  return listAnswer(screen, list, ({ rows, hasNext }) =>
    productSheetChoices(store.storeAlias, filter, { shown: rows.length, hasNext: hasNext === true }),
  );
}

export const shouldRevalidate = listRevalidation(isSameProductList);

export default function Products() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return (
    <ProductsScreen {...screen} place={useListPlace("productId")}>
      <Outlet />
    </ProductsScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
