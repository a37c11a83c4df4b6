import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "#app/auth/guard.server.ts";
import { exoFile } from "#app/domains/exos/pages.server.ts";
import { exosOfAllStores } from "#app/domains/exos/scope.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const of = exosOfAllStores(await requireUser(request), []);
  return exoFile(of, request, params.exoId ?? "", params.fileId ?? "");
}
