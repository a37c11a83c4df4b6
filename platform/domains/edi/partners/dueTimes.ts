const formats = new Map<string, Intl.DateTimeFormat>();

/** A zone's clock reading at a moment, in whole seconds: 2026-11-27T18:05:09. */
export function localTime(at: Date | number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    // This locale writes a time as ISO 8601 does, with a space between date and time.
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  return format.format(at).replace(" ", "T");
}

/**
 * A partner's clock, its working days, 1 (Monday) to 7, except for its closing dates (ISO 8601), and the number of
 * working hours until something is due.
 */
export type DueTerms = {
  hours: number;
  timeZone: string;
  workingDays: readonly number[];
  closedDays: readonly string[];
};

const dayLength = 86_400_000;

/** A zone's clock reading at a moment, as the epoch milliseconds of the same reading in UTC, in whole seconds. */
const wallClock = (at: number, timeZone: string): number => Date.parse(`${localTime(at, timeZone)}Z`);

/** Days since 1 January 1970 on a zone's calendar. */
const dayAt = (at: number, timeZone: string): number => Math.floor(wallClock(at, timeZone) / dayLength);

/** The first moment of a day: midnight, or the moment at which the clock skips midnight. */
function startOf(day: number, timeZone: string): number {
  const midnight = day * dayLength;
  // The zone's offset may change within the day: each one around it is tried.
  const starts = [midnight - dayLength, midnight + dayLength]
    .map((near) => midnight - (wallClock(near, timeZone) - near))
    .filter((start) => dayAt(start, timeZone) >= day);
  return Math.min(...starts);
}

function isWorkingDay(day: number, { workingDays, closedDays }: DueTerms): boolean {
  const date = new Date(day * dayLength);
  // Sunday is 0 here.
  return workingDays.includes(date.getUTCDay() || 7) && !closedDays.includes(date.toISOString().slice(0, 10));
}

const inMilliseconds = (hours: number): number => Math.round(hours * 3_600_000);

/**
 * When something owed since a moment is due (edi#due-times): so many hours later on the partner's working days, to the
 * millisecond. A due moment is always within a working day: one that falls on the end of a working day is the start of
 * the next. It is late after that moment.
 */
export function dueAt(since: Date, terms: DueTerms): Date {
  const { hours, timeZone } = terms;
  let at = since.getTime();
  let left = inMilliseconds(hours);
  for (let day = dayAt(at, timeZone); ; day += 1) {
    const end = startOf(day + 1, timeZone);
    if (isWorkingDay(day, terms)) {
      if (at + left < end) return new Date(at + left);
      left -= Math.max(0, end - at);
    }
    at = Math.max(at, end);
  }
}

/**
 * The inverse, for queries: the duties since before this moment are exactly those that were due before `at`. For every
 * `since`, `dueAt(since, terms) < at` exactly where `since < owedBefore(at, terms)`.
 */
export function owedBefore(at: Date, terms: DueTerms): Date {
  const { hours, timeZone } = terms;
  let before = at.getTime();
  let left = inMilliseconds(hours);
  for (let day = dayAt(before, timeZone); ; day -= 1) {
    const start = startOf(day, timeZone);
    if (isWorkingDay(day, terms)) {
      if (before - left > start) return new Date(before - left);
      left -= Math.max(0, before - start);
    }
    before = Math.min(before, start);
  }
}
