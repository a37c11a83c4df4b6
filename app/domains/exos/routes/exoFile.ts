import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireExos } from "#app/domains/exos/exos.server.ts";
import { exoFile } from "#app/domains/exos/screens.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { exoId = "", fileId = "" } = args.params;
  return exoFile(await requireExos(args), args.request, exoId, fileId);
}
