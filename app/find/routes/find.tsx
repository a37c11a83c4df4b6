import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { find } from "#app/domains/finders.server.ts";
import { tooManyFinds, waitToFind } from "#app/find/finder.server.ts";
import { onlyHit } from "#app/find/hits.ts";
import { findSearch } from "#app/find/paths.ts";
import { FindScreen } from "#app/find/views/FindScreen.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found?.query ? `Find ${found.query}` : "Find" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "find");
  const { query, all } = findSearch.read(request.url);
  const nothing = { query, groups: [], searched: [], unsearched: [], unfit: [] };
  if (query === "") return { ...nothing, refusal: undefined };
  const seconds = await waitToFind(user);
  if (seconds > 0) {
    return data(
      { ...nothing, refusal: tooManyFinds(seconds) },
      { status: 429, headers: { "Retry-After": String(seconds) } },
    );
  }
  const found = await find(user, query);
  const only = all ? undefined : onlyHit(found);
  if (only) throw redirect(only.href);
  return { ...found, refusal: undefined };
}

/** How long to wait is said to machines, too. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Find() {
  return <FindScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
