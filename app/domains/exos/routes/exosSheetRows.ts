import type { LoaderFunctionArgs } from "@remix-run/node";
import { exosOf } from "#app/domains/exos/scope.server.ts";
import { exoSheet } from "#app/domains/exos/sheetSource.server.ts";
import { sheetSliceResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  return sheetSliceResponse(exoSheet(await exosOf(args, "returns.export"), args.request).source);
}
