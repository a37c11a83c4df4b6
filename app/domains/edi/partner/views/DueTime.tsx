import { Icon } from "#app/core/ui/Icon.tsx";
import { useTimeZone } from "#app/core/ui/text/DateTime.tsx";
import { formatDateTime, formatDue, formatRelative, readInstant, unbroken } from "#app/core/ui/text/time.ts";
import type { Due } from "#app/domains/edi/partner/due.ts";

/** With the time left unless `short` (edi#due-words). */
export function DueTime({ due: { at }, short = false }: { due: Due; short?: boolean }) {
  const timeZone = useTimeZone();
  const now = Date.now();
  return (
    <time
      dateTime={readInstant(at)?.toISOString()}
      title={formatDateTime(at, timeZone)}
      suppressHydrationWarning
    >
      {unbroken(formatDue(at, timeZone, now))}
      {!short && <span className="screen-only"> ({formatRelative(at, now)})</span>}
    </time>
  );
}

/** What is due when, or late since when: 'Order response late since Mon 23 Nov, 10:00 am AEDT'. */
export const DueWords = ({ label, due }: { label: string; due: Due }) => (
  <span className={due.isLate ? "font-medium text-attention" : undefined}>
    {due.isLate && <Icon name="attention" />} {label} {due.isLate ? "late since" : "due"}{" "}
    <DueTime due={due} short />
  </span>
);
