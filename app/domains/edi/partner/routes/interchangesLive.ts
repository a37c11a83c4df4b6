import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { interchangesNews } from "#app/domains/edi/partner/lists/lists.server.ts";
import { orderHref } from "#app/domains/orders/paths.ts";
import { pollWithoutRedirect } from "#app/lists/news.ts";
import { requirePermissionShared } from "#app/stores/guard.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  return interchangesNews(await requirePermissionShared(request, "edi"), request, orderHref);
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  pollWithoutRedirect(() => serverLoader<typeof loader>());
