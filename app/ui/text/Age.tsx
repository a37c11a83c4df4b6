import { useTimeZone } from "./TimeZone.tsx";
import { formatAge, formatDateTime, type Instant, readInstant, unbroken } from "./time.ts";

/** A time of a close row: its age and short date, the whole of it read out and in the opened row (screens#age). */
export function Age({ at }: { at: Instant | null | undefined }) {
  const timeZone = useTimeZone();
  if (at === null || at === undefined || at === "") return <span className="faint">–</span>;
  const whole = formatDateTime(at, timeZone);
  return (
    <time className="age" dateTime={readInstant(at)?.toISOString()} title={whole} suppressHydrationWarning>
      <span className="age-short" aria-hidden="true" suppressHydrationWarning>
        {formatAge(at, timeZone, Date.now())}
      </span>
      <span className="age-whole" suppressHydrationWarning>
        {unbroken(whole)}
      </span>
    </time>
  );
}
