import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { presenceWords, type StationView } from "../stationView.ts";

/** The state of a station, and the last contact of its page if that was a while ago. */
export function PresenceBadge({ station }: { station: StationView }) {
  const { presence, seenAt, problem } = station;
  const { words, tone } = presenceWords[presence];
  return (
    <span>
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {presence === "held" && <span className="block text-ink-soft">{problem}</span>}
      {presence === "away" && seenAt !== undefined && (
        <span className="block text-xs text-ink-soft">
          Last heard from <RelativeTime at={seenAt} />
        </span>
      )}
    </span>
  );
}
