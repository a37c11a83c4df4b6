import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireExos } from "#app/domains/exos/api.server.ts";
import { exoDocumentFile, exoFile } from "#app/domains/exos/screens.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { exoId = "", fileId } = args.params;
  const scope = await requireExos(args);
  return fileId === undefined
    ? exoDocumentFile(scope, args.request, exoId)
    : exoFile(scope, args.request, exoId, fileId);
}
