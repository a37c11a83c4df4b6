import type { LoaderFunctionArgs } from "@remix-run/node";
import { viewLists } from "#app/composition/viewLists.server.ts";
import { optionalUser } from "#app/core/auth/guard.server.ts";
import { viewCountsSearch } from "#app/features/views/paths.ts";
import { countedMenu, viewsOf } from "#app/features/views/views.server.ts";

/** The current counts of the pinned views (views#counts); 401 without a session. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await optionalUser(request);
  if (!user) return Response.json({}, { status: 401 });
  const { opened } = viewCountsSearch.read(request.url);
  return Response.json(await countedMenu(user, await viewsOf(user, viewLists), opened));
}
