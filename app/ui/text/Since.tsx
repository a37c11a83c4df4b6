import { useTimeZone } from "./TimeZone.tsx";
import { formatDateTime, formatSince, type Instant, readInstant } from "./time.ts";

/** 'since 9:40 am' or 'since 20 November', with the whole moment as a tooltip. */
export function Since({ at }: { at: Instant }) {
  const timeZone = useTimeZone();
  return (
    <time
      className="whitespace-nowrap"
      dateTime={readInstant(at)?.toISOString()}
      title={formatDateTime(at, timeZone)}
      suppressHydrationWarning
    >
      since {formatSince(at, timeZone, Date.now())}
    </time>
  );
}
