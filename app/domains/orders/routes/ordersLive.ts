import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { ordersNews } from "#app/domains/orders/pages.server.ts";
import { ordersOf } from "#app/domains/orders/scope.server.ts";
import { pollWithoutRedirect } from "#app/lists/news.ts";

export async function loader(args: LoaderFunctionArgs) {
  return ordersNews(await ordersOf(args), args.request);
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  pollWithoutRedirect(() => serverLoader<typeof loader>());
