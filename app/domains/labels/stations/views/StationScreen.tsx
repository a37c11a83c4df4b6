import { Form } from "@remix-run/react";
import { Button } from "#app/ui/Button.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { plural } from "#app/values/show.ts";
import { stationPath, stationScanPath, stationsPath, stationWorkPath } from "../paths.ts";
import type { ShownJob, ShownStation } from "../shown.ts";
import { PresenceBadge } from "./PresenceBadge.tsx";
import { StationQueue } from "./StationQueue.tsx";
import { useStationNews } from "./useStationNews.ts";

type Props = { alias: string; station: ShownStation; jobs: ShownJob[]; token: string };

/** One print station as everybody sees it: how it stands, and its queue. */
export function StationScreen(props: Props) {
  const { alias, station, token } = props;
  const { id, name, isPaused } = station;
  useStationNews(alias, id, station.version);
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
      </section>
      <StationQueue {...props} />
    </Page>
  );
}
