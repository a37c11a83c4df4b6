import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { ediOrderNews } from "#app/domains/edi/partner/pages.server.ts";
import { orderHref } from "#app/domains/orders/paths.ts";
import { pollWithoutRedirect } from "#app/lists/news.ts";
import { requirePermissionShared } from "#app/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return ediOrderNews(
    await requirePermissionShared(request, "edi"),
    request,
    params.orderId ?? "",
    orderHref,
  );
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  pollWithoutRedirect(() => serverLoader<typeof loader>());
