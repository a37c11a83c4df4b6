import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { isSameCreditList } from "#app/domains/exos/paths.ts";
import { creditsScreen } from "#app/domains/exos/screens.server.ts";
import { CreditsScreen } from "#app/domains/exos/views/CreditsScreen.tsx";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";

export const meta: MetaFunction = () => [{ title: "Credits owed" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return creditsScreen(await requireMay(request, "returns.credits"));
}

export const shouldRevalidate = listRevalidation(isSameCreditList);

export default function Credits() {
  return (
    <CreditsScreen {...useLoaderData<typeof loader>()} place={useListPlace("exoId")}>
      <Outlet />
    </CreditsScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
