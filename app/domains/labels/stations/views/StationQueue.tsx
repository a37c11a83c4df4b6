import { Form, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "#app/ui/Button.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { EmptyState } from "#app/ui/lists/EmptyList.tsx";
import { Table } from "#app/ui/lists/Table.tsx";
import { DateTime, RelativeTime } from "#app/ui/text/DateTime.tsx";
import { plural } from "#app/values/values.ts";
import { entryText } from "../../labelStates.ts";
import { stationFollowPath, stationPath } from "../paths.ts";
import { commandWords, type JobView, presenceWords, type StationView } from "../shown.ts";

const restMs = 3_000;

type Props = { alias: string; station: StationView; jobs: JobView[]; token: string };

/** The labels of a station with the commands for each, as they are now. */
export function StationQueue({ alias, station, jobs, token }: Props) {
  useStationNews(alias, station.id, station.version);
  const action = stationPath(alias, station.id);
  return (
    <>
      {station.doubtful > 0 && (
        <p className="text-attention">
          {plural(station.doubtful, "label", "labels")} may have been printed. Look at the printer: nothing is
          printed twice by itself.
        </p>
      )}
      <Table
        caption={`Labels of ${station.name}`}
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "label",
            header: "Label",
            narrow: "title",
            cell: ({ title, copies, barcode, price }) => (
              <>
                {title}
                {copies > 1 && ` × ${copies}`}
                <span className="block text-sm text-ink-soft">
                  {[barcode, price && `$${price}`].filter(Boolean).join(" · ")}
                </span>
              </>
            ),
          },
          {
            key: "state",
            header: "State",
            cell: ({ reason, ...job }) => (
              <>
                <StatusBadge tone={entryText(job).tone}>{entryText(job).label}</StatusBadge>
                {reason && <span className="block break-words text-sm text-ink-soft">{reason}</span>}
              </>
            ),
          },
          {
            key: "by",
            header: "Asked for",
            cell: ({ by, askedAt }) => (
              <>
                {by} <DateTime at={new Date(askedAt).toISOString()} />
              </>
            ),
          },
          {
            key: "actions",
            header: "What to do",
            headerHidden: true,
            cell: ({ id, title, commands }) =>
              commands.length > 0 && (
                <Form method="post" action={action} preventScrollReset className="flex flex-wrap gap-2">
                  <input type="hidden" name="token" value={token} />
                  <input type="hidden" name="job" value={id} />
                  {commands.map((command) => (
                    <Button
                      key={command}
                      type="submit"
                      name="intent"
                      value={command}
                      aria-label={`${commandWords[command]}: ${title}`}
                    >
                      {commandWords[command]}
                    </Button>
                  ))}
                </Form>
              ),
          },
        ]}
        empty={<EmptyState title="No labels yet." />}
      />
    </>
  );
}

/** Who allowed a computer to print for a station without sign-in, and when (labels#station-key). */
export const KeyNote = ({ given }: { given: NonNullable<StationView["key"]> }) => (
  <p>
    A computer prints here without sign-in. {given.by} allowed it{" "}
    <DateTime at={new Date(given.at).toISOString()} />.
  </p>
);

/** The state of a station, and the last contact of its page if that was a while ago. */
export function PresenceBadge({ station }: { station: StationView }) {
  const { presence, seenAt, problem } = station;
  const { words, tone } = presenceWords[presence];
  return (
    <span>
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {presence === "held" && <span className="block text-sm text-ink-soft">{problem}</span>}
      {presence === "away" && seenAt !== undefined && (
        <span className="block text-sm text-ink-soft">
          Last heard from <RelativeTime at={new Date(seenAt).toISOString()} />
        </span>
      )}
    </span>
  );
}

/** Shows changes of a station live; without scripting the page reloads itself. */
function useStationNews(alias: string, id: string, version: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer = 0;
    const again = (ms: number) => {
      if (!signal.aborted) timer = window.setTimeout(ask, ms);
    };
    async function ask() {
      if (document.hidden) return again(restMs);
      try {
        const answer = await fetch(stationFollowPath(alias, id, version), { signal, redirect: "manual" });
        // Temporary errors are retried; redirects and 404 are handled by reloading the page.
        if (answer.status === 429 || answer.status >= 500) return again(restMs);
        const news: unknown = answer.ok && (await answer.json());
        const isSame =
          typeof news === "object" && news !== null && "version" in news && news.version === version;
        if (!isSame) revalidate();
        // Data that is still current is polled again at once.
        again(isSame ? 0 : restMs);
      } catch {
        // The network is down, or the page is closing.
        again(restMs);
      }
    }
    again(0);
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, [alias, id, version, revalidate]);
}
