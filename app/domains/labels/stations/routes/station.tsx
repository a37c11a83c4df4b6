import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { audit } from "#app/audit/audit.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm } from "#app/http/forms/read.ts";
import { tokens } from "#app/http/once.server.ts";
import { Button, LinkButton } from "#app/ui/Button.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { plural } from "#app/values/values.ts";
import { stationsPath } from "../../paths.ts";
import { readPrices } from "../../workstation.server.ts";
import { stationCommandForm } from "../forms.ts";
import { requireOwnForm, requireStation } from "../guard.server.ts";
import { stationPath, stationScanPath, stationWorkPath } from "../paths.ts";
import { toStationLines, toStationView } from "../shown.ts";
import { stations } from "../stations.server.ts";
import { KeyNote, PresenceBadge, StationQueue } from "../views/StationQueue.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.station.name} · Print station` : "Print station" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workstation, alias, station } = await requireStation({ request, params });
  return {
    alias,
    station: toStationView(station, Date.now()),
    lines: toStationLines(station),
    token: tokens.make(workstation.user),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { workstation, alias, station, by } = await requireStation({ request, params });
  const { form } = await requireOwnForm(request, workstation.user);
  const submission = readForm(form, stationCommandForm);
  if (submission.status !== "success") {
    throw new Response("Part of the form is missing, so nothing was done. Open the page again.", {
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
  // Each of these is idempotent.
  if (intent === "pause" || intent === "resume") await stations.pause(alias, station.id, intent === "pause");
  else if (intent === "withdraw") {
    await stations.setKey(alias, station.id, undefined);
    const what = { record: station.name, href: to, outcome: "done" } as const;
    await audit({ kind: "action", did: "Took back printing without sign-in", ...what });
  } else {
    const barcode = station.jobs.find(({ id }) => id === job)?.priced?.barcode ?? "";
    // Nobody who could read it may be signed in at the station.
    const isRead = intent === "again" && station.key !== undefined && barcode !== "";
    const read = isRead ? await readPrices(workstation, barcode) : undefined;
    const prices = read && "prices" in read ? read.prices : undefined;
    await stations.command(alias, station.id, { id: job, command: intent }, by, prices);
  }
  return redirect(to);
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

/** One print station for everybody: its state and its queue. */
export default function PrintStation() {
  const screen = useLoaderData<typeof loader>();
  const { alias, station, token } = screen;
  const { id, name, isPaused, key } = station;
  return (
    <Page
      title={name}
      subtitle={station.printer ? `Print station at ${station.printer}` : "Print station"}
      actions={
        <>
          <LinkButton href={stationScanPath(alias, id)} variant="primary">
            Scan for {name}
          </LinkButton>
          <LinkButton href={stationWorkPath(alias, id)} className="with-scripting">
            Work here
          </LinkButton>
          <LinkButton href={stationsPath(alias)} variant="quiet">
            All stations
          </LinkButton>
        </>
      }
    >
      <section className="card space-y-3" aria-label="How it stands">
        <PresenceBadge station={station} />
        <p>{plural(station.waiting, "label waits", "labels wait")} here.</p>
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
        </Form>
        {key && (
          <Form method="post" action={stationPath(alias, id)} className="flex flex-wrap items-center gap-2">
            <input type="hidden" name="token" value={token} />
            <KeyNote given={key} />
            <Button type="submit" name="intent" value="withdraw">
              Take back
            </Button>
          </Form>
        )}
      </section>
      <StationQueue {...screen} />
    </Page>
  );
}
