import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireExos } from "#app/domains/exos/exos.server.ts";
import { exoDocumentFile } from "#app/domains/exos/screens.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  return exoDocumentFile(await requireExos(args), args.request, args.params.exoId ?? "");
}
