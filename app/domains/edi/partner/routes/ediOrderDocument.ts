import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { ediOrderDocumentFile } from "#app/domains/edi/partner/screens.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return ediOrderDocumentFile(await requireMay(request, "edi"), request, params.orderId ?? "");
}
