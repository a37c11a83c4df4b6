import type { LoaderFunctionArgs } from "@remix-run/node";
import { exoFile } from "#app/domains/exos/pages.server.ts";
import { exosOfStore } from "#app/domains/exos/scope.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "returns");
  return exoFile(exosOfStore(user, store), request, params.exoId ?? "", params.fileId ?? "");
}
