import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { isSameInterchangeList } from "#app/domains/edi/partner/paths.ts";
import { InterchangesScreen } from "#app/domains/edi/partner/views/InterchangesScreen.tsx";
import { interchangePages } from "#app/domains/recordPages.server.ts";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";

export const meta: MetaFunction = () => [{ title: "EDI Interchanges" }];

export const loader = interchangePages.list;

export const shouldRevalidate = listRevalidation(isSameInterchangeList);

export default function Interchanges() {
  return (
    <InterchangesScreen {...useLoaderData<typeof loader>()} place={useListPlace("interchangeId")}>
      <Outlet />
    </InterchangesScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
