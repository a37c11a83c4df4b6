import { createContext, type ReactNode, useContext } from "react";
import {
  DEFAULT_ZONE,
  formatDateTime,
  formatRelative,
  formatShort,
  formatSince,
  type Instant,
  readInstant,
  unbroken,
} from "./time.ts";

const ZoneContext = createContext(DEFAULT_ZONE);

/** Sets the time zone of all times within it (`TIME_ZONE`, an IANA name). */
export function TimeZone({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <ZoneContext.Provider value={timeZone}>{children}</ZoneContext.Provider>;
}

export function useTimeZone(): string {
  return useContext(ZoneContext);
}

/** An absolute time in the configured zone, machine-readable. */
export function DateTime({ at }: { at: Instant | null | undefined }) {
  const timeZone = useTimeZone();
  if (at === null || at === undefined || at === "") return <span className="text-ink-faint">–</span>;
  return (
    <time dateTime={readInstant(at)?.toISOString()} suppressHydrationWarning>
      {unbroken(formatDateTime(at, timeZone))}
    </time>
  );
}

/**
 * The time in a row of a list: as short as is unambiguous; in full for screen readers and in the expanded row (screens#age).
 */
export function Age({ at }: { at: Instant | null | undefined }) {
  const timeZone = useTimeZone();
  if (at === null || at === undefined || at === "") return <span className="text-ink-faint">–</span>;
  const whole = formatDateTime(at, timeZone);
  return (
    <time
      className="whitespace-nowrap unfolded:whitespace-normal print:whitespace-normal"
      dateTime={readInstant(at)?.toISOString()}
      title={whole}
      suppressHydrationWarning
    >
      <span className="age-short hidden folded:inline" aria-hidden="true" suppressHydrationWarning>
        {formatShort(at, timeZone, Date.now())}
      </span>
      <span className="age-whole folded:sr-only" suppressHydrationWarning>
        {unbroken(whole)}
      </span>
    </time>
  );
}

/** A time as short as a row has it (screens#age), for what is worded by it. */
export function useShort(): (at: Instant) => string {
  const timeZone = useTimeZone();
  return (at) => formatShort(at, timeZone, Date.now());
}

/**
 * How long ago, with the absolute time as a tooltip. With `whole` that is available without a
 * mouse, too: for screen readers, and shown on devices without hover.
 */
export function RelativeTime({ at, whole = false }: { at: Instant | null | undefined; whole?: boolean }) {
  const timeZone = useTimeZone();
  if (at === null || at === undefined || at === "") return <span className="text-ink-faint">–</span>;
  return (
    <time
      className="ago print:text-[0px] print:after:text-[0.75rem] print:after:content-[attr(title)]"
      dateTime={readInstant(at)?.toISOString()}
      title={formatDateTime(at, timeZone)}
      suppressHydrationWarning
    >
      {formatRelative(at, Date.now())}
      {whole && (
        <span className="sr-only [@media(hover:none)]:not-sr-only">
          {" "}
          ({unbroken(formatDateTime(at, timeZone))})
        </span>
      )}
    </time>
  );
}

/** 'since 9:40 am' or 'since 20 November', with the full moment as a tooltip. */
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
