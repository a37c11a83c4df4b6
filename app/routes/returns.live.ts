import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { requireUser } from "#app/auth/guard.server.ts";
import { exosNews } from "#app/domains/exos/pages.server.ts";
import { exosOfAllStores } from "#app/domains/exos/scope.server.ts";
import { knownStores } from "#app/domains/stores/api.server.ts";
import { askQuietly } from "#app/lists/news.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return exosNews(exosOfAllStores(user, await knownStores(user)), request);
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  askQuietly(() => serverLoader<typeof loader>());
