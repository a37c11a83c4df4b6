import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { listMasterProducts } from "#app/domains/masterproducts/api.server.ts";
import { findMasterProduct, toMasterDetail, toMasterUnavailable } from "#app/domains/masterproducts/model.ts";
import { masterProductPath, masterProductsPath, masterSearch } from "#app/domains/masterproducts/paths.ts";
import { masterProductRef, masterState } from "#app/domains/masterproducts/record.server.ts";
import { MasterProductPanel } from "#app/domains/masterproducts/views/MasterProductPanel.tsx";
import { attempt } from "#app/http/api.server.ts";
import { notesOf } from "#app/notes/viewModel.server.ts";
import { UnavailablePanel } from "#app/ui/dialogs/UnavailablePanel.tsx";
import { titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, [data?.shown ? data.detail.title : data?.title]);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMay(request, "masterproducts");
  const styleCode = params.styleCode ?? "";
  const { refresh: _, ...filter } = masterSearch.read(request.url);
  const closeTo = masterProductsPath(filter);
  const products = await attempt(listMasterProducts(user));
  const row = products.ok ? findMasterProduct(products.value, styleCode) : undefined;
  if (row?.readable) {
    const here = masterProductPath(filter, styleCode);
    const notes = await notesOf(user, masterProductRef(styleCode), here, masterState);
    return { shown: true as const, closeTo, notes, detail: toMasterDetail(row.row, row.raw) };
  }
  const error = products.ok ? undefined : products.error;
  const status = error ? 502 : row ? 200 : 404;
  return data({ ...toMasterUnavailable(styleCode, { error, problem: row?.problem }), closeTo }, { status });
}

export default function MasterProduct() {
  const panel = useLoaderData<typeof loader>();
  return panel.shown ? (
    <MasterProductPanel detail={panel.detail} notes={panel.notes} closeTo={panel.closeTo} />
  ) : (
    <UnavailablePanel {...panel} />
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
