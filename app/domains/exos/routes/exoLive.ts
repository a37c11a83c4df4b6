import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { exoNews } from "#app/domains/exos/pages.server.ts";
import { exosOf } from "#app/domains/exos/scope.server.ts";
import { ordersPath } from "#app/domains/orders/paths.ts";
import { askQuietly } from "#app/lists/news.ts";

export async function loader(args: LoaderFunctionArgs) {
  const whose = await exosOf(args);
  const orderHref = (query: string) => ordersPath(whose.store?.storeAlias, { query });
  return exoNews(whose, args.request, args.params.exoId ?? "", orderHref);
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  askQuietly(() => serverLoader<typeof loader>());
