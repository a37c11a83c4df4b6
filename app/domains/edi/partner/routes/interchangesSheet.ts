import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { interchangeSheet } from "#app/domains/edi/partner/lists/interchangeSheetSource.server.ts";
import { sheetResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { source, listHref } = await interchangeSheet(await requireMay(request, "edi.export"), request);
  return sheetResponse(request, source, listHref);
}
