import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { exoNews } from "#app/domains/exos/pages.server.ts";
import { exosOf } from "#app/domains/exos/scope.server.ts";
import { exoNeighbours } from "#app/domains/neighbours.server.ts";
import { pollWithoutRedirect } from "#app/lists/news.ts";

export async function loader(args: LoaderFunctionArgs) {
  const whose = await exosOf(args);
  return exoNews(whose, args.request, args.params.exoId ?? "", exoNeighbours(whose));
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  pollWithoutRedirect(() => serverLoader<typeof loader>());
