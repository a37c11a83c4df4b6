import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { ediDocumentFile } from "#app/domains/edi/partner/screens.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return ediDocumentFile(await requireMay(request, "edi"), params);
}
