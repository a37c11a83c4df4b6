import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { orderNeighbours } from "#app/domains/neighbours.server.ts";
import { orderNews } from "#app/domains/orders/pages.server.ts";
import { ordersOf } from "#app/domains/orders/scope.server.ts";
import { pollWithoutRedirect } from "#app/lists/news.ts";

export async function loader(args: LoaderFunctionArgs) {
  const whose = await ordersOf(args);
  return orderNews(whose, args.request, args.params.orderId ?? "", orderNeighbours(whose));
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  pollWithoutRedirect(() => serverLoader<typeof loader>());
