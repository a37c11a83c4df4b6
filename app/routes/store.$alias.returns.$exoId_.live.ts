import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { exoNews } from "#app/domains/exos/pages.server.ts";
import { exosOfStore } from "#app/domains/exos/scope.server.ts";
import { ordersPath } from "#app/domains/orders/paths.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";
import { askQuietly } from "#app/lists/news.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "returns");
  const orderHref = (query: string) => ordersPath(store.storeAlias, { query });
  return exoNews(exosOfStore(user, store), request, params.exoId ?? "", orderHref);
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  askQuietly(() => serverLoader<typeof loader>());
