import { compact } from "./compact.ts";
import { dayStart } from "./wallClock.ts";

const oneHour = 60 * 60 * 1000;

/**
 * From when on, and before when, something was made, as ISO 8601: days begin in `timeZone`, and the last one counts
 * whole. What is older than so many days was made before the hour that was so many days ago: pages that are read one
 * after the other are those of one list.
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
