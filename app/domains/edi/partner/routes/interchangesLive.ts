import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { interchangesNews } from "#app/domains/edi/partner/lists/lists.server.ts";
import { orderHref } from "#app/domains/orders/paths.ts";
import { askQuietly } from "#app/lists/news.ts";
import { requireMayAmongEquals } from "#app/stores/guard.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  return interchangesNews(await requireMayAmongEquals(request, "edi"), request, orderHref);
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  askQuietly(() => serverLoader<typeof loader>());
