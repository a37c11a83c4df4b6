import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { may, requireMay } from "#app/auth/guard.server.ts";
import { ownSessions } from "#app/domains/sessions/pages.server.ts";
import { SessionsScreen } from "#app/domains/sessions/views/SessionsScreen.tsx";

export const meta: MetaFunction = () => [{ title: "Your sessions" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "sessions");
  return { rows: await ownSessions(user), mayEndOthers: may(user, "people") };
}

export default function Sessions() {
  return (
    <>
      <SessionsScreen {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
