import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readLabelSettings } from "#app/domains/labels/settings.server.ts";
import { requireStation } from "#app/domains/labels/stations/guard.server.ts";
import { toShownJobs, toShownStation } from "#app/domains/labels/stations/shown.ts";
import { WorkScreen } from "#app/domains/labels/stations/views/WorkScreen.tsx";
import { tokens } from "#app/http/onceToken.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.station.name} · Working` : "Print station" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { bench, alias, station } = await requireStation({ request, params });
  return {
    alias,
    station: toShownStation(station, Date.now()),
    jobs: toShownJobs(station),
    settings: await readLabelSettings(request),
    token: tokens.make(bench.user),
  };
}

export default function WorkingStation() {
  return <WorkScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
