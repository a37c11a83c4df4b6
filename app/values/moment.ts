import { readMoment } from "#contract/numbers.ts";
import { toMoment, toText } from "./read.ts";

/** An ISO moment, or the unreadable value of the server. */
export type Moment = string;

/** A moment as shown; undefined if there is none. */
export const momentOf = (value: unknown): Moment | undefined =>
  toMoment(value) ?? (toText(value) || undefined);

/** The time of a record for sorting; those without a readable time are the oldest. */
export function ageOf(at: Moment | undefined): number {
  return readMoment(at) ?? Number.NEGATIVE_INFINITY;
}

/** The oldest of these; undefined if none is readable. */
export const oldestOf = (moments: readonly (Moment | undefined)[]): Moment | undefined =>
  moments.filter((at) => Number.isFinite(ageOf(at))).sort((one, other) => ageOf(one) - ageOf(other))[0];
