import type { LoaderFunctionArgs } from "@remix-run/node";
import { exoDocumentFile } from "#app/domains/exos/pages.server.ts";
import { exosOf } from "#app/domains/exos/scope.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  return exoDocumentFile(await exosOf(args), args.request, args.params.exoId ?? "");
}
