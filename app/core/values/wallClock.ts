import { zonedFormats } from "#app/core/ui/text/time.ts";
import { isCalendarDay } from "#contract/numbers.ts";
import { compact } from "./values.ts";

const oneHour = 60 * 60 * 1000;
const endOfTime = new Date("+010000-01-01T00:00:00Z");

/**
 * The limits of the creation time, from (inclusive) and before (exclusive), as ISO 8601: days start
 * in `timeZone`, and the last one is included. A minimum age counts back from the current hour, so
 * that pages read one after the other are of the same list.
 */
export function createdWithin(
  {
    from = "",
    to = "",
    older,
  }: { from?: string | undefined; to?: string | undefined; older?: string | undefined },
  timeZone: string,
  now: number,
): { createdFrom?: string; createdBefore?: string } {
  const aged = older && new Date(Math.floor(now / oneHour) * oneHour - Number(older) * 24 * oneHour);
  const after = dayStart(to, timeZone, 1);
  // The day after the last that can be written is no limit.
  const ends = [after && after < endOfTime ? after : undefined, aged].flatMap((end) =>
    end ? [end.toISOString()] : [],
  );
  return compact({
    createdFrom: dayStart(from, timeZone)?.toISOString(),
    createdBefore: ends.sort()[0],
  });
}

/** Local time: a calendar day `yyyy-mm-dd` and a time `HH:MM`, with seconds if they are not 0. */
export type WallTime = { date: string; time: string };

/** A wall time as a moment. `gap`: clocks skip it, and the moment is an hour later; `twice`: clocks show it twice. */
export type WallMoment = { at: number; kind: "plain" | "gap" | "twice" };

const formatFor = zonedFormats("en-GB", {
  calendar: "gregory",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  // Tells the year before 1 from the year 1.
  era: "short",
});

type Part = "year" | "month" | "day" | "hour" | "minute" | "second";
const isPart = (type: string): type is Part => /^(?:year|month|day|hour|minute|second)$/.test(type);

/** What clocks and calendars of `timeZone` show at a moment; the year before 1 is 0. */
function shownAt(at: number, timeZone: string): Record<Part, number> {
  const clock = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  let isBefore = false;
  for (const { type, value } of formatFor(timeZone).formatToParts(at)) {
    if (isPart(type)) clock[type] = Number(value);
    isBefore ||= type === "era" && value.startsWith("B");
  }
  return isBefore ? { ...clock, year: 1 - clock.year } : clock;
}

/** What clocks of `timeZone` show at a moment, as if it were UTC; both in epoch milliseconds. */
export function shownAsUtc(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = shownAt(at, timeZone);
  // Date.UTC takes the years 0 to 99 for those of the last century.
  return new Date(new Date(0).setUTCFullYear(year, month - 1, day)).setUTCHours(hour, minute, second);
}

const padded = (number: number, digits = 2): string => String(number).padStart(digits, "0");

/** The local time of `timeZone` at a moment (epoch milliseconds). */
export function toWallTime(at: number, timeZone: string): WallTime {
  const { year, month, day, hour, minute, second } = shownAt(at, timeZone);
  return {
    date: `${padded(year, 4)}-${padded(month)}-${padded(day)}`,
    time: `${padded(hour)}:${padded(minute)}${second === 0 ? "" : `:${padded(second)}`}`,
  };
}

/** The wall time as if it were UTC, in epoch milliseconds; undefined if it is no valid date or time. */
function asUtc({ date, time }: WallTime): number | undefined {
  const hour = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(time);
  if (!isCalendarDay(date) || !hour) return undefined;
  return Date.parse(`${date}T${hour[1]}:${hour[2]}:${hour[3] ?? "00"}Z`);
}

const oneDay = 24 * 60 * 60 * 1000;

/** The moment of a local time in `timeZone`; of two such moments the first. Undefined if it is no valid time. */
export function fromWallTime(wall: WallTime, timeZone: string): WallMoment | undefined {
  const utc = asUtc(wall);
  return utc === undefined ? undefined : momentShownAs(utc, timeZone);
}

function momentShownAs(utc: number, timeZone: string): WallMoment {
  const shownAs = (at: number) => shownAsUtc(at, timeZone);
  const offsetAt = (at: number) => shownAs(at) - at;
  // Clocks change at most once between the day before and the day after.
  const before = utc - offsetAt(utc - oneDay);
  const after = utc - offsetAt(utc + oneDay);
  const moments = [...new Set([before, after])].filter((at) => shownAs(at) === utc).sort((a, b) => a - b);
  const [first, second] = moments;
  if (first === undefined) return { at: before, kind: "gap" };
  return { at: first, kind: second === undefined ? "plain" : "twice" };
}

/**
 * The moment at which a day of `timeZone` (`yyyy-mm-dd`) starts, or the day after it; undefined if it is no valid day.
 */
export function dayStart(date: string, timeZone: string, daysLater = 0): Date | undefined {
  const day = asUtc({ date, time: "00:00" });
  return day === undefined ? undefined : new Date(momentShownAs(day + daysLater * oneDay, timeZone).at);
}

/** Whether a moment is on the calendar day before that of `now` (both epoch milliseconds), however long days are. */
export const isYesterday = (at: number, timeZone: string, now: number): boolean =>
  dayStart(toWallTime(at, timeZone).date, timeZone, 1)?.getTime() ===
  dayStart(toWallTime(now, timeZone).date, timeZone)?.getTime();
