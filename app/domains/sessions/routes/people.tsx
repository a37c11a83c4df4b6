import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { peopleNow } from "#app/domains/sessions/pages.server.ts";
import { PeopleScreen } from "#app/domains/sessions/views/PeopleScreen.tsx";

export const meta: MetaFunction = () => [{ title: "People signed in" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return { rows: await peopleNow(await requireMay(request, "people")) };
}

export default function People() {
  return (
    <>
      <PeopleScreen {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
