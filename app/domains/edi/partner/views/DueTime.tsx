import { Icon } from "#app/core/ui/Icon.tsx";
import { useTimeZone } from "#app/core/ui/text/DateTime.tsx";
import {
  formatDateTime,
  formatDue,
  formatRelative,
  formatShort,
  readInstant,
  unbroken,
} from "#app/core/ui/text/time.ts";
import type { Due } from "#app/domains/edi/partner/due.ts";

/** With the time left (edi#due-words). */
export function DueTime({ due: { at } }: { due: Due }) {
  const timeZone = useTimeZone();
  const now = Date.now();
  return (
    <time
      dateTime={readInstant(at)?.toISOString()}
      title={formatDateTime(at, timeZone)}
      suppressHydrationWarning
    >
      {unbroken(formatDue(at, timeZone, now))}
      <span className="screen-only"> ({formatRelative(at, now)})</span>
    </time>
  );
}

/** The same in a row of a list, which has room for a short time: 'Order response late by 5 h'. */
export function DueShort({ label, due: { at, isLate } }: { label: string; due: Due }) {
  const timeZone = useTimeZone();
  const short = formatShort(at, timeZone, Date.now());
  const isAge = /^\d+ (min|h)$/.test(short);
  return (
    <time
      className={isLate ? "font-medium text-attention" : undefined}
      dateTime={readInstant(at)?.toISOString()}
      title={formatDateTime(at, timeZone)}
      suppressHydrationWarning
    >
      {isLate && <Icon name="attention" />} {label} {isLate ? (isAge ? "late by" : "late since") : "due"}{" "}
      {/* On paper a short time would soon be wrong. */}
      <span className="whitespace-nowrap print:hidden">{short}</span>
      <span className="hidden print:inline">{formatDateTime(at, timeZone)}</span>
    </time>
  );
}
