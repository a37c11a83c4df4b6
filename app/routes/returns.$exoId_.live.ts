import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { requireUser } from "#app/auth/guard.server.ts";
import { exoNews } from "#app/domains/exos/pages.server.ts";
import { exosOfAllStores } from "#app/domains/exos/scope.server.ts";
import { ordersPath } from "#app/domains/orders/paths.ts";
import { askQuietly } from "#app/lists/news.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const of = exosOfAllStores(await requireUser(request), []);
  return exoNews(of, request, params.exoId ?? "", (query) => ordersPath(undefined, { query }));
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  askQuietly(() => serverLoader<typeof loader>());
