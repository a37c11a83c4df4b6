/** A partner's clock and working days, 1 (Monday) to 7, and after how many working hours something is due. */
export type DueTerms = { hours: number; timeZone: string; workingDays: readonly number[] };

const dayLength = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** What a zone's clock shows at a moment, as the epoch milliseconds of the same reading in UTC, in whole seconds. */
function wallClock(at: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    // This locale writes a time as ISO 8601 does: 2026-11-27 18:05:09.
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  return Date.parse(`${format.format(at).replace(" ", "T")}Z`);
}

/** Days since 1 January 1970 on a zone's calendar. */
const dayAt = (at: number, timeZone: string): number => Math.floor(wallClock(at, timeZone) / dayLength);

/** The first moment of a day: midnight, or where the clock leaps over midnight, the moment at which it does. */
function startOf(day: number, timeZone: string): number {
  const midnight = day * dayLength;
  // The zone's offset may change within the day: each one around it is tried.
  const starts = [midnight - dayLength, midnight + dayLength]
    .map((near) => midnight - (wallClock(near, timeZone) - near))
    .filter((start) => dayAt(start, timeZone) >= day);
  return Math.min(...starts);
}

// 1 January 1970 was a Thursday.
const isWorkingDay = (day: number, workingDays: readonly number[]): boolean =>
  workingDays.includes(((((day + 3) % 7) + 7) % 7) + 1);

const inMilliseconds = (hours: number): number => Math.round(hours * 3_600_000);

/**
 * When something owed since a moment is due (edi#due-times): so many hours later on the partner's working days, to the
 * millisecond. A due moment is always within a working day: one that falls on the end of a working day is the start of
 * the next. It is late after that moment.
 */
export function dueAt(since: Date, { hours, timeZone, workingDays }: DueTerms): Date {
  let at = since.getTime();
  let left = inMilliseconds(hours);
  for (let day = dayAt(at, timeZone); ; day += 1) {
    const end = startOf(day + 1, timeZone);
    if (isWorkingDay(day, workingDays)) {
      if (at + left < end) return new Date(at + left);
      left -= Math.max(0, end - at);
    }
    at = Math.max(at, end);
  }
}

/**
 * The inverse, for queries: what is owed since before this moment was due before `at`, and nothing else. For every
 * `since`, `dueAt(since, terms) < at` exactly where `since < owedBefore(at, terms)`.
 */
export function owedBefore(at: Date, { hours, timeZone, workingDays }: DueTerms): Date {
  let before = at.getTime();
  let left = inMilliseconds(hours);
  for (let day = dayAt(before, timeZone); ; day -= 1) {
    const start = startOf(day, timeZone);
    if (isWorkingDay(day, workingDays)) {
      if (before - left > start) return new Date(before - left);
      left -= Math.max(0, before - start);
    }
    before = Math.min(before, start);
  }
}
