import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { interchangesScreen } from "#app/domains/edi/partner/lists/lists.server.ts";
import { isSameInterchangeList } from "#app/domains/edi/partner/paths.ts";
import { InterchangesScreen } from "#app/domains/edi/partner/views/InterchangesScreen.tsx";
import { orderHref } from "#app/domains/orders/paths.ts";
import { listRevalidation } from "#app/http/listRevalidation.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";

export const meta: MetaFunction = () => [{ title: "EDI Interchanges" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return interchangesScreen(await requireMay(request, "edi"), request, orderHref);
}

export const shouldRevalidate = listRevalidation(isSameInterchangeList);

export default function Interchanges() {
  return (
    <InterchangesScreen {...useLoaderData<typeof loader>()} place={useListPlace("interchangeId")}>
      <Outlet />
    </InterchangesScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
