import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { audit } from "#app/core/audit/audit.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { requireForm } from "#app/core/http/forms/read.ts";
import { tokens } from "#app/core/http/once.server.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { plural } from "#app/core/values/values.ts";
import type { WorkState } from "../../bridge/loop.ts";
import { pause } from "../../browser.ts";
import { labelsPath, stationPath, stationsPath, stationTurnPath, stationWorkPath } from "../../paths.ts";
import { readLabelSettings } from "../../settings.server.ts";
import { LabelLines } from "../../views/LabelLines.tsx";
import { PrinterPlace } from "../../views/PrintButton.tsx";
import { usePrinting } from "../../views/usePrinting.ts";
import { readPrices } from "../../workstation.server.ts";
import {
  giveKey,
  keyedStation,
  renewedKey,
  requireOwnForm,
  requireStation,
  requireWork,
} from "../guard.server.ts";
import { stationCommandForm } from "../station.ts";
import { stations } from "../stations.server.ts";
import { toStationLines, toStationView } from "../stationView.ts";
import { PresenceBadge } from "../views/PresenceBadge.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.station.name} · ${data.isWork ? "Working" : "Print station"}` : "Print station" },
];

/** A station has two pages: one for everybody, and one that stays open beside the printer and works there. */
const isWorkPage = (request: Request): boolean => new URL(request.url).pathname.endsWith("/work");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const isWork = isWorkPage(request);
  const { workstation, alias, station } = isWork
    ? await requireWork({ request, params })
    : await requireStation({ request, params });
  const keyed = isWork ? await keyedStation(request) : undefined;
  const isKeyed = keyed?.alias === alias && keyed.station.id === station.id;
  const lines = toStationLines(station);
  const screen = {
    ...{ alias, isWork, isKeyed, station: toStationView(station, Date.now()) },
    // Commands are for people.
    lines: workstation ? lines : lines.map((line) => ({ ...line, commands: [] })),
    settings: await readLabelSettings(request),
    token: workstation ? tokens.make(workstation.user) : "",
    isSignedIn: workstation !== undefined,
  };
  return data(screen, isKeyed ? { headers: { "Set-Cookie": await renewedKey(request) } } : {});
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { workstation, alias, station, by } = await requireStation({ request, params });
  const { form } = await requireOwnForm(request, workstation.user);
  const { intent, job = "" } = requireForm(form, stationCommandForm);
  const to = (isWorkPage(request) ? stationWorkPath : stationPath)(alias, station.id);
  const what = { record: station.name, href: stationPath(alias, station.id), outcome: "done" } as const;
  switch (intent) {
    case "end": {
      if (await stations.end(alias, station.id)) {
        const message = `${station.name} is no longer a print station.`;
        return redirectWithFlash(request, stationsPath(alias), message);
      }
      const why = "Labels wait here, or may have been printed: deal with them before the station ends.";
      return redirectWithFlash(request, to, why, "attention");
    }
    case "allow": {
      const cookie = await giveKey(alias, station.id, workstation.user);
      await audit({ kind: "action", did: "Allowed a computer to print without sign-in", ...what });
      return redirect(to, { headers: { "Set-Cookie": cookie } });
    }
    // Each of these is idempotent.
    case "withdraw":
      await stations.set(alias, station.id, { key: undefined });
      await audit({ kind: "action", did: "Took back printing without sign-in", ...what });
      break;
    case "pause":
    case "resume":
      await stations.set(alias, station.id, { isPaused: intent === "pause" });
      break;
    default: {
      const barcode = station.jobs.find(({ id }) => id === job)?.priced?.barcode ?? "";
      // Nobody who could read it may be signed in at the station.
      const isRead = intent === "again" && station.key !== undefined && barcode !== "";
      const read = isRead ? await readPrices(workstation, barcode) : undefined;
      const prices = read && "prices" in read ? read.prices : undefined;
      await stations.command(alias, station.id, { id: job, command: intent }, by, prices);
    }
  }
  return redirect(to);
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

type Screen = ReturnType<typeof useLoaderData<typeof loader>>;

/** A print station: its state, or the work there, and its labels (labels#stations). */
export default function PrintStation() {
  const screen = useLoaderData<typeof loader>();
  const { alias, isWork, station, lines, token } = screen;
  const { id, name, printer, doubtful, version } = station;
  useStationNews(alias, id, version);
  const action = (isWork ? stationWorkPath : stationPath)(alias, id);
  const ofEverybody = printer ? `Print station at ${printer}` : "Print station";
  return (
    <Page
      title={name}
      subtitle={isWork ? "This page prints for the station while it stays open." : ofEverybody}
      actions={screen.isSignedIn && <Links {...screen} />}
    >
      {isWork ? <WorkHere {...screen} /> : <State {...screen} />}
      {doubtful > 0 && (
        <p className="text-attention">
          {plural(doubtful, "label", "labels")} may have been printed. Look at the printer: nothing is printed
          twice by itself.
        </p>
      )}
      {lines.length === 0 && <EmptyState title="No labels yet." />}
      <LabelLines label={`Labels of ${name}`} lines={lines} target={{ action, token }} />
    </Page>
  );
}

/** The ways to a station's other pages: a computer without sign-in has none. */
function Links({ alias, isWork, station: { id, name } }: Screen) {
  return (
    <>
      {isWork && <LinkButton href={stationPath(alias, id)}>Its page for everybody</LinkButton>}
      <LinkButton href={labelsPath(alias, { station: id })} variant={isWork ? "quiet" : "primary"}>
        Scan for {name}
      </LinkButton>
      {!isWork && (
        <>
          <LinkButton href={stationWorkPath(alias, id)} className="with-scripting">
            Work here
          </LinkButton>
          <LinkButton href={stationsPath(alias)} variant="quiet">
            All stations
          </LinkButton>
        </>
      )}
    </>
  );
}

function State({ alias, station, token }: Screen) {
  const { id, isPaused, waiting } = station;
  return (
    <section className="card space-y-3" aria-label="How it stands">
      <PresenceBadge station={station} />
      <p>{plural(waiting, "label waits", "labels wait")} here.</p>
      <Form method="post" action={stationPath(alias, id)} className="flex flex-wrap gap-2">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" name="intent" value={isPaused ? "resume" : "pause"}>
          {isPaused ? "Continue" : "Pause"}
        </Button>
        {station.canEnd && (
          <Button type="submit" name="intent" value="end">
            End this station
          </Button>
        )}
        <LinkButton href={stationPath(alias, id)} className="without-scripting">
          Refresh
        </LinkButton>
        {station.key && (
          <>
            <KeyNote given={station.key} />
            <Button type="submit" name="intent" value="withdraw">
              Take back
            </Button>
          </>
        )}
      </Form>
    </section>
  );
}

/** Who allowed a computer to print for a station without sign-in, and when (labels#station-key). */
const KeyNote = ({ given }: { given: NonNullable<Screen["station"]["key"]> }) => (
  <p className="w-full">
    A computer prints here without sign-in. {given.by} allowed it <DateTime at={given.at} />.
  </p>
);

const workWords: Record<WorkState, string> = {
  starting: "Getting ready for the station's labels.",
  working: "Ready for the station's labels.",
  held: "The station's labels wait: this workstation can't print now.",
  taken: "Another page works at this station. This one takes over when that is closed.",
  lost: "The portal does not answer. The station's labels wait there, and this page tries again by itself.",
  out: "This page has stopped working: the session or the station has ended. Load the page again.",
};

/** The work at a station, for as long as the page stays open on the workstation with the printer. */
function WorkHere({ alias, station, settings, token, isKeyed }: Screen) {
  const { printing, failed } = usePrinting(alias, settings, station.id);
  const state = printing?.work ?? "starting";
  return (
    <>
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
            <input type="hidden" name="intent" value="allow" />
            <Button type="submit">Let this computer print here without sign-in</Button>
            <p className="text-xs text-ink-soft">
              After a restart, this page then prints as soon as it is open. Everything else still needs a
              sign-in.
              {station.key && " The other computer no longer prints without one."}
            </p>
          </Form>
        )}
      </section>
    </>
  );
}

const restMs = 3_000;

/** Shows changes of a station live; without scripting the page is loaded again by hand. */
function useStationNews(alias: string, id: string, version: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function follow() {
      while (!signal.aborted) {
        // Fails where the network is down, or the page is closing.
        const answer = document.hidden
          ? undefined
          : await fetch(stationTurnPath(alias, id, version), { signal, redirect: "manual" }).catch(
              () => undefined,
            );
        if (answer?.status === 204) continue;
        // Temporary errors are retried; redirects and 404 are handled by reloading the page.
        if (answer && answer.status !== 429 && answer.status < 500) revalidate();
        await pause(restMs);
      }
    }
    void follow();
    return () => leaving.abort();
  }, [alias, id, version, revalidate]);
}
