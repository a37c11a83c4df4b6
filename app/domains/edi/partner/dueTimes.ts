import { type Moment, momentOf } from "#app/values/moment.ts";
import { toText } from "#app/values/read.ts";
import { isTimeZone } from "#contract/ediTerms.ts";

/** By when something is owed: on the clock of the partner's zone where the service names one. */
export type Due = { at: Moment; timeZone?: string; isLate: boolean };

/** When something is due; undefined where nothing is owed. `now` in epoch milliseconds. */
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
