import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { listMetaProducts } from "#app/domains/metaproducts/api.server.ts";
import { productColumnKeys, productColumns } from "#app/domains/metaproducts/columns.ts";
import { toProductPage } from "#app/domains/metaproducts/list.ts";
import { isSameProductList, productSearch } from "#app/domains/metaproducts/paths.ts";
import { productSheetChoices } from "#app/domains/metaproducts/sheet.server.ts";
import { productRef, productState } from "#app/domains/metaproducts/state.server.ts";
import { ProductsScreen } from "#app/domains/metaproducts/views/ProductsScreen.tsx";
import { attempt } from "#app/http/api.server.ts";
import { listRevalidation } from "#app/http/listRevalidation.ts";
import { toColumnViews } from "#app/lists/columns.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";
import { marksOfRows } from "#app/notes/viewModel.server.ts";
import { listAnswer } from "#app/recordPages/recordPages.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Meta Products · ${data.storeName}` : "Meta Products" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  const { storeAlias: alias, storeName, storeType } = store;
  const filter = productSearch.read(request.url);
  const columns = toColumnViews(productColumns, productColumnKeys(storeType));
  const read = listMetaProducts(user, store, filter).then(async (rows) => ({
    ...toProductPage(rows, { alias, storeType, filter, username: user.username }),
    marks: await marksOfRows(rows, (row) => ({ ref: productRef(alias, row.id), ...productState(row) })),
  }));
  return listAnswer({ alias, storeName, filter, columns }, await attempt(read), ({ rows, hasNext }) =>
    productSheetChoices(alias, filter, { shown: rows.length, hasNext: hasNext === true }),
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
