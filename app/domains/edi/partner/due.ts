import { type Moment, momentOf } from "#app/core/values/values.ts";

export type Due = { at: Moment; isLate: boolean };

/** A due time; undefined if nothing is due. `now` in epoch milliseconds. */
export function dueOf(at: unknown, now: number): Due | undefined {
  const moment = momentOf(at);
  return moment === undefined ? undefined : { at: moment, isLate: Date.parse(moment) < now };
}
