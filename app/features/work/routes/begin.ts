import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { openBulk } from "#app/composition/recordKinds.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { declinePrefetch } from "#app/core/http/prefetch.server.ts";
import { bulkSearch } from "#app/core/records/listPaths.ts";
import { startQueue } from "#app/features/work/queues.server.ts";

/** Starts a queue of a list's records, and opens its first one (queue#start). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireMay(request, "bulk");
  const search = bulkSearch.read(request.url);
  const { kind, place } = await openBulk(request, { kind: params.kind, ...search });
  if (!kind.recordRef) throw notFound(request);
  declinePrefetch();
  // Another site's link shows the list: only a person's own press starts anything.
  if (request.headers.get("Sec-Fetch-Site") === "cross-site") return redirect(place.listHref);
  return redirect(await startQueue(kind.key, place, search));
}
