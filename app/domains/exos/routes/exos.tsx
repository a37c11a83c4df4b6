import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { isSameExoList } from "#app/domains/exos/paths.ts";
import { ExosScreen } from "#app/domains/exos/views/ExosScreen.tsx";
import { exoPages } from "#app/domains/recordPages.server.ts";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.storeName ? `Returns and Exchanges · ${data.storeName}` : "Returns and Exchanges" },
];

export const loader = exoPages.list;

export const shouldRevalidate = listRevalidation(isSameExoList);

export default function Returns() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return (
    <ExosScreen {...screen} place={useListPlace("exoId")}>
      <Outlet />
    </ExosScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
