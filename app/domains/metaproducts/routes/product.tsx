import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findMetaProduct } from "#app/domains/metaproducts/api.server.ts";
import { toProductDetail, toProductUnavailable } from "#app/domains/metaproducts/detail.ts";
import { productPath, productSearch, productView } from "#app/domains/metaproducts/paths.ts";
import { productRef, productState } from "#app/domains/metaproducts/state.server.ts";
import { ProductDetailPanel } from "#app/domains/metaproducts/views/ProductDetailPanel.tsx";
import { priceThroughRules } from "#app/domains/productLists.ts";
import { attempt } from "#app/http/api.server.ts";
import { notesOf } from "#app/notes/notes.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { UnavailablePanel } from "#app/ui/dialogs/UnavailablePanel.tsx";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, data?.shown ? panelWords(data.detail.title, data.detail) : [data?.title]);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  const filter = productSearch.read(request.url);
  const { group, ...requested } = productView.read(request.url);
  const wanted = { id: params.productId ?? "", group };
  const found = await attempt(findMetaProduct(user, store, wanted, filter));
  if (!found.ok) {
    return data(toProductUnavailable(store.storeAlias, filter, wanted, { error: found.error }), {
      status: 502,
    });
  }
  const row = found.value;
  if (!row?.readable) {
    const status = row ? 200 : 404;
    return data(toProductUnavailable(store.storeAlias, filter, wanted, { problem: row?.problem }), {
      status,
    });
  }
  const context = {
    alias: store.storeAlias,
    storeType: store.storeType,
    filter,
    username: user.username,
  };
  const { storeAlias: alias } = store;
  const here = productPath(alias, filter, { ...wanted, ...requested });
  const notes = await notesOf(user, productRef(alias, row.row.id), here, productState(row.row));
  return {
    shown: true as const,
    notes,
    detail: toProductDetail(row.row, row.raw, context, requested),
    priceHref: priceThroughRules(store, row.row.id),
  };
}

export default function Product() {
  const panel = useLoaderData<typeof loader>();
  return panel.shown ? <ProductDetailPanel {...panel} /> : <UnavailablePanel {...panel} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
