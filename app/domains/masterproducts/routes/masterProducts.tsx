import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { listMasterProducts } from "#app/domains/masterproducts/api.server.ts";
import { brandsOf, toMasterPage } from "#app/domains/masterproducts/model.ts";
import { isSameMasterList, masterProductsPath, masterSearch } from "#app/domains/masterproducts/paths.ts";
import { masterProductRef, masterState } from "#app/domains/masterproducts/record.server.ts";
import { MasterProductsScreen } from "#app/domains/masterproducts/views/MasterProductsScreen.tsx";
import { attempt } from "#app/http/api.server.ts";
import { listRevalidation } from "#app/http/listRevalidation.ts";
import { readableRows } from "#app/lists/listed.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";
import { marksOf } from "#app/notes/viewModel.server.ts";

export const meta: MetaFunction = () => [{ title: "Product Master" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "masterproducts");
  const { refresh, ...filter } = masterSearch.read(request.url);
  const products = await attempt(listMasterProducts(user, { refresh }));
  if (!products.ok) {
    return data({ filter, brands: [], list: undefined, error: products.error }, { status: 502 });
  }
  if (refresh) throw redirect(masterProductsPath(filter));
  const { value: rows } = products;
  const page = toMasterPage(rows, filter);
  const marks = await marksOf(
    readableRows(page.rows).map(({ key }) => ({ ref: masterProductRef(key), ...masterState })),
  );
  return { filter, brands: brandsOf(rows), list: { ...page, marks }, error: undefined };
}

export const shouldRevalidate = listRevalidation(isSameMasterList);

export default function ProductMaster() {
  const screen = useLoaderData<typeof loader>();
  return (
    <MasterProductsScreen {...screen} place={useListPlace("styleCode")}>
      <Outlet />
    </MasterProductsScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
