import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { WorkState } from "#app/domains/labels/bridge/loop.ts";
import { readLabelSettings } from "#app/domains/labels/settings.server.ts";
import { requireStation } from "#app/domains/labels/stations/guard.server.ts";
import { toJobViews, toStationView } from "#app/domains/labels/stations/shown.ts";
import { PrinterPlace } from "#app/domains/labels/views/PrintButton.tsx";
import { usePrinting } from "#app/domains/labels/views/usePrinting.ts";
import { tokens } from "#app/http/once.server.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { stationPath, stationScanPath } from "../paths.ts";
import { StationQueue } from "../views/StationQueue.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.station.name} · Working` : "Print station" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workstation, alias, station } = await requireStation({ request, params });
  return {
    alias,
    station: toStationView(station, Date.now()),
    jobs: toJobViews(station),
    settings: await readLabelSettings(request),
    token: tokens.make(workstation.user),
  };
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

const workWords: Record<WorkState, string> = {
  starting: "Getting ready for the station's labels.",
  working: "Ready for the station's labels.",
  held: "The station's labels wait: this workstation can't print now.",
  taken: "Another page works at this station. This one takes over when that is closed.",
  lost: "The portal does not answer. The station's labels wait there, and this page tries again by itself.",
  out: "This page has stopped working: the session or the station has ended. Load the page again.",
};

/** The page that works at a station: it stays open on the workstation with the printer (labels#stations). */
export default function WorkingStation() {
  const screen = useLoaderData<typeof loader>();
  const { alias, station, settings } = screen;
  const { printing, failed, isUnsaved } = usePrinting(alias, settings, station.id);
  const state = printing?.work ?? "starting";
  return (
    <Page
      title={station.name}
      subtitle="This page prints for the station while it stays open."
      actions={
        <>
          <LinkButton href={stationPath(alias, station.id)}>Its page for everybody</LinkButton>
          <LinkButton href={stationScanPath(alias, station.id)} variant="quiet">
            Scan for {station.name}
          </LinkButton>
        </>
      }
    >
      <section className="card space-y-3" aria-label="Working here">
        <PrinterPlace printing={printing} failed={failed} isUnsaved={isUnsaved} />
        {printing && <printing.views.BridgeHelp printing={printing} alias={alias} />}
        <p className="with-scripting" data-station={state}>
          {workWords[state]}
        </p>
        {station.isPaused && <Notice tone="attention">The station is paused. Continue on its page.</Notice>}
        {printing && <printing.views.PrintQueue printing={printing} />}
        <p className="without-scripting">
          A station's own page needs scripting: it talks to the print service of this workstation. Printing at
          the station needs none.
        </p>
      </section>
      <StationQueue {...screen} />
    </Page>
  );
}
