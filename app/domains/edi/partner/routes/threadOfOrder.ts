import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { threadOfOrder } from "#app/domains/edi/partner/thread/thread.server.ts";

/** Redirects from a Utopia order to the thread of its EDI order (edi#thread-of-order). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return threadOfOrder(await requireMay(request, "edi"), params.orderNumber ?? "");
}
