import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStillSignedIn } from "#app/auth/guard.server.ts";
import { newsSearch } from "#app/search/search.ts";
import { requireWork } from "../guard.server.ts";
import { stations } from "../stations.server.ts";

/** Long poll: responds once the station has changed from the version shown, or after some seconds. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workstation, alias, station } = await requireWork({ request, params });
  const { since } = newsSearch.read(request.url);
  const found = await stations.follow(alias, station.id, since, request.signal);
  if (workstation) await requireStillSignedIn(workstation.user);
  return Response.json(found ?? { is: "ended" }, { status: found ? 200 : 404 });
}
