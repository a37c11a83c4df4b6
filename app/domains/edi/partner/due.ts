import { type Moment, momentOf, toText } from "#app/values/values.ts";
import { isTimeZone } from "#contract/ediTerms.ts";

/** A due time: in the partner's time zone if the service has one. */
export type Due = { at: Moment; timeZone?: string; isLate: boolean };

/** A due time; undefined if nothing is due. `now` in epoch milliseconds. */
export function dueOf(at: unknown, timeZone: unknown, now: number): Due | undefined {
  const moment = momentOf(at);
  if (moment === undefined) return undefined;
  const zone = toText(timeZone);
  return {
    at: moment,
    isLate: Date.parse(moment) < now,
    ...(zone !== "" && isTimeZone(zone) ? { timeZone: zone } : {}),
  };
}
