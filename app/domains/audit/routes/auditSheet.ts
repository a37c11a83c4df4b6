import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { auditListPath, auditSearch } from "#app/domains/audit/paths.ts";
import { auditSheet } from "#app/domains/audit/sheetSource.server.ts";
import { sheetResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMay(request, "audit");
  return sheetResponse(request, auditSheet(request), auditListPath(auditSearch.read(request.url)));
}
