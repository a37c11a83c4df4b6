import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { audit } from "#app/audit/audit.server.ts";
import { tokens } from "#app/http/once.server.ts";
import { Button, LinkButton } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import type { WorkState } from "../../bridge/loop.ts";
import { readLabelSettings } from "../../settings.server.ts";
import { PrinterPlace } from "../../views/PrintButton.tsx";
import { usePrinting } from "../../views/usePrinting.ts";
import {
  giveKey,
  keyedStation,
  renewedKey,
  requireOwnForm,
  requireStation,
  requireWork,
} from "../guard.server.ts";
import { stationPath, stationScanPath, stationWorkPath } from "../paths.ts";
import { toStationLines, toStationView } from "../shown.ts";
import { KeyNote, StationQueue } from "../views/StationQueue.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.station.name} · Working` : "Print station" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workstation, alias, station } = await requireWork({ request, params });
  const keyed = await keyedStation(request);
  const isKeyed = keyed?.alias === alias && keyed.station.id === station.id;
  const lines = toStationLines(station);
  const screen = {
    alias,
    station: toStationView(station, Date.now()),
    // Commands are for people.
    lines: workstation ? lines : lines.map((line) => ({ ...line, commands: [] })),
    settings: await readLabelSettings(request),
    token: workstation ? tokens.make(workstation.user) : "",
    isSignedIn: workstation !== undefined,
    isKeyed,
  };
  return data(screen, isKeyed ? { headers: { "Set-Cookie": await renewedKey(request) } } : {});
}

/** Lets this computer print for the station without sign-in (labels#station-key). */
export async function action({ request, params }: ActionFunctionArgs) {
  const { workstation, alias, station, by } = await requireStation({ request, params });
  await requireOwnForm(request, workstation.user);
  const to = stationWorkPath(alias, station.id);
  const cookie = await giveKey(alias, station.id, by);
  const what = { record: station.name, href: stationPath(alias, station.id), outcome: "done" } as const;
  await audit({ kind: "action", did: "Allowed a computer to print without sign-in", ...what });
  return redirect(to, { headers: { "Set-Cookie": cookie } });
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

/**
 * The page that works at a station: it stays open on the workstation with the printer (labels#stations). Without sign-in
 * it has no links.
 */
export default function WorkingStation() {
  const screen = useLoaderData<typeof loader>();
  const { alias, station, settings, token, isSignedIn, isKeyed } = screen;
  const { printing, failed } = usePrinting(alias, settings, station.id);
  const state = printing?.work ?? "starting";
  return (
    <Page
      title={station.name}
      subtitle="This page prints for the station while it stays open."
      actions={
        isSignedIn && (
          <>
            <LinkButton href={stationPath(alias, station.id)}>Its page for everybody</LinkButton>
            <LinkButton href={stationScanPath(alias, station.id)} variant="quiet">
              Scan for {station.name}
            </LinkButton>
          </>
        )
      }
    >
      <section className="card space-y-3" aria-label="Working here">
        <PrinterPlace printing={printing} failed={failed} />
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
      <section className="card space-y-2" aria-label="Without sign-in">
        {station.key && <KeyNote given={station.key} />}
        {isKeyed ? (
          <p>It is this computer. After a restart, this page prints again as soon as it is open.</p>
        ) : (
          <Form method="post" action={stationWorkPath(alias, station.id)} className="space-y-2">
            <input type="hidden" name="token" value={token} />
            <Button type="submit">Let this computer print here without sign-in</Button>
            <p className="text-sm text-ink-soft">
              After a restart, this page then prints as soon as it is open. Everything else still needs a
              sign-in.
              {station.key && " The other computer no longer prints without one."}
            </p>
          </Form>
        )}
      </section>
      <StationQueue {...screen} />
    </Page>
  );
}
