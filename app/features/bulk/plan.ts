import { dayStart, fromWallTime, toWallTime } from "#app/core/values/wallClock.ts";

/** The value of the button by which a run begins later. */
export const planIntent = "later";

/** The next moment after `now` at which clocks of `timeZone` show a time, `HH:MM`; undefined if it is no such time. */
export function nextAt(time: string, timeZone: string, now: number): number | undefined {
  if (!/^\d{2}:\d{2}$/.test(time)) return undefined;
  const { date } = toWallTime(now, timeZone);
  const today = fromWallTime({ date, time }, timeZone)?.at;
  if (today === undefined || today > now) return today;
  const tomorrow = dayStart(date, timeZone, 1);
  return (
    tomorrow && fromWallTime({ date: toWallTime(tomorrow.getTime(), timeZone).date, time }, timeZone)?.at
  );
}

const minute = 60_000;
const hour = 60 * minute;

/** The time that the form begins with: a full hour, half an hour away at least. */
export function suggestedTime(timeZone: string, now: number): string {
  const later = now + 30 * minute;
  const [date, hours] = [toWallTime(later, timeZone).date, toWallTime(later, timeZone).time.slice(0, 2)];
  const full = fromWallTime({ date, time: `${hours}:00` }, timeZone)?.at ?? later;
  return toWallTime(full < later ? full + hour : full, timeZone).time.slice(0, 5);
}
