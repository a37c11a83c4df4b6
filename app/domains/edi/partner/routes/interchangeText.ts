import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { interchangeTextFile } from "#app/domains/edi/partner/segments/segments.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return interchangeTextFile(await requireMay(request, "edi"), request, params.interchangeId ?? "");
}
