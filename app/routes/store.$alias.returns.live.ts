import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { exosNews } from "#app/domains/exos/pages.server.ts";
import { exosOfStore } from "#app/domains/exos/scope.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";
import { askQuietly } from "#app/lists/news.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "returns");
  return exosNews(exosOfStore(user, store), request);
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  askQuietly(() => serverLoader<typeof loader>());
