import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { ediOrdersNews } from "#app/domains/edi/partner/lists/lists.server.ts";
import { orderHref } from "#app/domains/orders/paths.ts";
import { requireMayAmongEquals } from "#app/domains/stores/guard.server.ts";
import { askQuietly } from "#app/lists/news.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  return ediOrdersNews(await requireMayAmongEquals(request, "edi"), request, orderHref);
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  askQuietly(() => serverLoader<typeof loader>());
