import { useTimeZone } from "./TimeZone.tsx";
import { formatDateTime, type Instant, readInstant, unbroken } from "./time.ts";

/** An absolute time in the configured zone, machine-readable. */
export function DateTime({ at }: { at: Instant | null | undefined }) {
  const timeZone = useTimeZone();
  if (at === null || at === undefined || at === "") return <span className="faint">–</span>;
  return (
    <time dateTime={readInstant(at)?.toISOString()} suppressHydrationWarning>
      {unbroken(formatDateTime(at, timeZone))}
    </time>
  );
}
