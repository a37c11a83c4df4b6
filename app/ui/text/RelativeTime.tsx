import { useTimeZone } from "./TimeZone.tsx";
import { formatDateTime, formatRelative, type Instant, readInstant, unbroken } from "./time.ts";

/**
 * How long ago, with the absolute time as a tooltip. With `whole` it is there without a mouse, too: read out, and shown
 * where nothing can hover.
 */
export function RelativeTime({ at, whole = false }: { at: Instant | null | undefined; whole?: boolean }) {
  const timeZone = useTimeZone();
  if (at === null || at === undefined || at === "") return <span className="faint">–</span>;
  return (
    <time
      className="ago"
      dateTime={readInstant(at)?.toISOString()}
      title={formatDateTime(at, timeZone)}
      suppressHydrationWarning
    >
      {formatRelative(at, Date.now())}
      {whole && <span className="whole-time"> ({unbroken(formatDateTime(at, timeZone))})</span>}
    </time>
  );
}
