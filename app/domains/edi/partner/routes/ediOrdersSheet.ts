import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { ediOrderSheet } from "#app/domains/edi/partner/lists/ediOrderSheetSource.server.ts";
import { sheetResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { source, listHref } = await ediOrderSheet(await requireMay(request, "edi.export"), request);
  return sheetResponse(request, source, listHref);
}
