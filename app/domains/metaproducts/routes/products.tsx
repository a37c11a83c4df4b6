import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useNavigation, useParams } from "@remix-run/react";
import { listMetaProducts } from "#app/domains/metaproducts/api.server.ts";
import { productColumns } from "#app/domains/metaproducts/columns.ts";
import { toListRows } from "#app/domains/metaproducts/list.ts";
import { isSameProductList } from "#app/domains/metaproducts/paths.ts";
import { productSearch } from "#app/domains/metaproducts/search.ts";
import { toSheetChoices } from "#app/domains/metaproducts/sheetChoices.ts";
import { ProductsScreen } from "#app/domains/metaproducts/views/ProductsScreen.tsx";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { listRevalidation } from "#app/http/listRevalidation.ts";
import { metaProductPageSize } from "#contract/metaproducts.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Meta Products · ${data.storeName}` : "Meta Products" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  const { storeAlias: alias, storeName, storeType } = store;
  const filter = productSearch.read(request.url);
  const columns = productColumns(storeType).map(({ key, header }) => ({ key, header }));
  const page = await attempt(listMetaProducts(user, store, filter));
  const screen = { alias, storeName, filter, columns };
  if (!page.ok) {
    return data({ ...screen, list: undefined, error: page.error, download: undefined }, { status: 502 });
  }
  const rows = toListRows(page.value, { alias, storeType, filter, username: user.username });
  return {
    ...screen,
    list: { rows, hasNext: rows.length === metaProductPageSize },
    error: undefined,
    download: rows.length > 0 ? toSheetChoices(alias, filter) : undefined,
  };
}

export const shouldRevalidate = listRevalidation(isSameProductList);

export default function Products() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  const { productId } = useParams();
  const loading = useNavigation().state !== "idle";
  return (
    <ProductsScreen {...screen} currentId={productId} loading={loading}>
      <Outlet />
    </ProductsScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
