import type { LoaderFunctionArgs } from "@remix-run/node";
import { exosOf } from "#app/domains/exos/scope.server.ts";
import { exoSheet } from "#app/domains/exos/sheetSource.server.ts";
import { sheetResponse } from "#app/sheets/sheetExport.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { source, listHref } = exoSheet(await exosOf(args, "returns.export"), args.request);
  return sheetResponse(args.request, source, listHref);
}
