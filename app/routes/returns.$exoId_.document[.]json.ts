import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "#app/auth/guard.server.ts";
import { exoDocumentFile } from "#app/domains/exos/pages.server.ts";
import { exosOfAllStores } from "#app/domains/exos/scope.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return exoDocumentFile(exosOfAllStores(await requireUser(request), []), request, params.exoId ?? "");
}
