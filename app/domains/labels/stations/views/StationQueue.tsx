import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { EmptyState } from "#app/ui/lists/EmptyList.tsx";
import { DateTime, RelativeTime } from "#app/ui/text/DateTime.tsx";
import { plural } from "#app/values/values.ts";
import { LabelLines } from "../../views/LabelLines.tsx";
import { stationFollowPath, stationPath } from "../paths.ts";
import { type LabelLine, presenceWords, type StationView } from "../shown.ts";

const restMs = 3_000;

type Props = { alias: string; station: StationView; lines: LabelLine[]; token: string };

/** The labels of a station with the commands for each, as they are now. */
export function StationQueue({ alias, station, lines, token }: Props) {
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
      {lines.length === 0 && <EmptyState title="No labels yet." />}
      <LabelLines label={`Labels of ${station.name}`} lines={lines} target={{ action, token }} />
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
