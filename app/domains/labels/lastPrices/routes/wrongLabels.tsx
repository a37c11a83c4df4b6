import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { checkLabels } from "#app/domains/labels/lastPrices/check.server.ts";
import { wrongLabelSearch } from "#app/domains/labels/lastPrices/paths.ts";
import { WrongLabelsScreen } from "#app/domains/labels/lastPrices/views/WrongLabelsScreen.tsx";
import { declinePrefetch } from "#app/http/prefetch.server.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Wrong labels · ${data.storeName}` : "Wrong labels" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  // A page costs up to 50 calls: don't make them for a hover over the link.
  declinePrefetch();
  const filter = wrongLabelSearch.read(request.url);
  const checked = await checkLabels(workstation, filter);
  const { storeAlias: alias, storeName } = workstation.store;
  return data({ alias, storeName, filter, checked }, { status: checked.failure === undefined ? 200 : 502 });
}

export default function WrongLabels() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return <WrongLabelsScreen {...screen} place={useListPlace()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
