import { zonedFormats } from "#app/ui/text/time.ts";
import { compact } from "./values.ts";

const oneHour = 60 * 60 * 1000;

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
  const ends = [dayStart(to, timeZone, 1), aged].flatMap((end) => (end ? [end.toISOString()] : []));
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
});

/** The local time of `timeZone` at a moment (epoch milliseconds). */
export function toWallTime(at: number, timeZone: string): WallTime {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(at)) part[type] = value;
  const date = `${(part.year ?? "").padStart(4, "0")}-${part.month}-${part.day}`;
  return { date, time: `${part.hour}:${part.minute}${part.second === "00" ? "" : `:${part.second}`}` };
}

/** The wall time as if it were UTC, in epoch milliseconds; undefined if it is no valid date or time. */
function asUtc({ date, time }: WallTime): number | undefined {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date);
  const hour = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(time);
  if (!day || !hour) return undefined;
  const at = Date.parse(`${date}T${hour[1]}:${hour[2]}:${hour[3] ?? "00"}Z`);
  // 31 June is parsed as 1 July by some engines and rejected by others.
  return Number.isNaN(at) || new Date(at).getUTCDate() !== Number(day[3]) ? undefined : at;
}

const oneDay = 24 * 60 * 60 * 1000;

/** The moment of a local time in `timeZone`; of two such moments the first. Undefined if it is no valid time. */
export function fromWallTime(wall: WallTime, timeZone: string): WallMoment | undefined {
  const utc = asUtc(wall);
  if (utc === undefined) return undefined;
  const shownAs = (at: number) => asUtc(toWallTime(at, timeZone)) ?? Number.NaN;
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
  if (day === undefined) return undefined;
  const moment = fromWallTime(
    { date: new Date(day + daysLater * oneDay).toISOString().slice(0, 10), time: "00:00" },
    timeZone,
  );
  return moment && new Date(moment.at);
}
