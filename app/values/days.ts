import { compact } from "./compact.ts";
import { dayStart } from "./wallClock.ts";

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
