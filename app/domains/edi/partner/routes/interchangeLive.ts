import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { interchangeNews } from "#app/domains/edi/partner/pages.server.ts";
import { orderHref } from "#app/domains/orders/paths.ts";
import { askQuietly } from "#app/lists/news.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return interchangeNews(await requireMay(request, "edi"), request, params.interchangeId ?? "", orderHref);
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  askQuietly(() => serverLoader<typeof loader>());
