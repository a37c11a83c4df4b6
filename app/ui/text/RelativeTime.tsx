import { useTimeZone } from "./TimeZone.tsx";
import { formatDateTime, formatRelative, type Instant, readInstant } from "./time.ts";

/** How long ago, with the absolute time as a tooltip. */
export function RelativeTime({ at }: { at: Instant | null | undefined }) {
  const timeZone = useTimeZone();
  if (at === null || at === undefined || at === "") return <span className="faint">–</span>;
  return (
    <time
      dateTime={readInstant(at)?.toISOString()}
      title={formatDateTime(at, timeZone)}
      suppressHydrationWarning
    >
      {formatRelative(at, Date.now())}
    </time>
  );
}
