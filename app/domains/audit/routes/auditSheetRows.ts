import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { auditSheet } from "#app/domains/audit/sheetSource.server.ts";
import { sheetSliceResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMay(request, "audit");
  return sheetSliceResponse(auditSheet(request));
}
