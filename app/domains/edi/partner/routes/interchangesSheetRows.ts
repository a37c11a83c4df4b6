import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { interchangeSheet } from "#app/domains/edi/partner/lists/interchangeSheetSource.server.ts";
import { sheetSliceResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  return sheetSliceResponse(
    (await interchangeSheet(await requireMay(request, "edi.export"), request)).source,
  );
}
