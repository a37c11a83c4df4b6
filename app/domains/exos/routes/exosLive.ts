import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { exosNews } from "#app/domains/exos/pages.server.ts";
import { exosOf } from "#app/domains/exos/scope.server.ts";
import { pollWithoutRedirect } from "#app/lists/news.ts";

export async function loader(args: LoaderFunctionArgs) {
  return exosNews(await exosOf(args), args.request);
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  pollWithoutRedirect(() => serverLoader<typeof loader>());
