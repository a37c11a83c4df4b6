import type { LoaderFunctionArgs } from "@remix-run/node";
import { todayFor } from "#app/composition/todaySources.server.ts";
import { optionalUser } from "#app/core/auth/guard.server.ts";
import { newsSearch } from "#app/core/search/search.ts";
import { withSharedReads } from "#app/core/stores/guard.server.ts";
import { readToday, sinceVisit } from "#app/features/today/today.server.ts";
import { readVisits } from "#app/features/today/visits.server.ts";

/** A result this recent is reused: several tabs of a person share one reading. */
const youngerThanMs = 10_000;

/** Changes of Today since the version that the browser shows (today#live); 401 without a session. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  if (!person) return Response.json({}, { status: 401 });
  const user = await withSharedReads(person);
  const made = todayFor(user);
  const today = await readToday(user, made, youngerThanMs);
  const isSame = today.version === newsSearch.read(request.url).since;
  if (isSame) return Response.json({});
  const changed = await sinceVisit(user, today, made.sources, readVisits(user.subject));
  return Response.json({ view: changed });
}
