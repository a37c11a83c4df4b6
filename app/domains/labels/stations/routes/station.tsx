import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { stationCommandForm } from "#app/domains/labels/stations/forms.ts";
import { requireOwnForm, requireStation } from "#app/domains/labels/stations/guard.server.ts";
import { stationPath, stationsPath } from "#app/domains/labels/stations/paths.ts";
import { toShownJobs, toShownStation } from "#app/domains/labels/stations/shown.ts";
import { stations } from "#app/domains/labels/stations/stations.server.ts";
import { StationScreen } from "#app/domains/labels/stations/views/StationScreen.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm } from "#app/http/forms/read.ts";
import { tokens } from "#app/http/onceToken.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.station.name} · Print station` : "Print station" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { bench, alias, station } = await requireStation({ request, params });
  return {
    alias,
    station: toShownStation(station, Date.now()),
    jobs: toShownJobs(station),
    token: tokens.make(bench.user),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { bench, alias, station, by } = await requireStation({ request, params });
  const { form } = await requireOwnForm(request, bench.user);
  const submission = readForm(form, stationCommandForm);
  if (submission.status !== "success") {
    throw new Response("The form was not sent whole, so nothing was done. Open the page again.", {
      status: 400,
    });
  }
  const { intent, job = "" } = submission.value;
  const to = stationPath(alias, station.id);
  if (intent === "end") {
    if (await stations.end(alias, station.id)) {
      return redirectWithFlash(request, stationsPath(alias), `${station.name} is no longer a print station.`);
    }
    const why = "Labels wait here, or may have been printed: deal with them before the station ends.";
    return redirectWithFlash(request, to, why, "attention");
  }
  // Each of these, asked twice, finds the label or the station where it is wanted and leaves it there.
  if (intent === "pause" || intent === "resume") await stations.pause(alias, station.id, intent === "pause");
  else await stations.command(alias, station.id, job, intent, by);
  return redirect(to);
}

export default function PrintStation() {
  return <StationScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
