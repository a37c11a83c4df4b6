import { readMoment } from "#contract/numbers.ts";
import { toMoment, toText } from "./read.ts";

/** An ISO moment, or what the server sent where that isn't one. */
export type Moment = string;

/** A moment as it is shown; undefined where nothing was sent. */
export const momentOf = (value: unknown): Moment | undefined =>
  toMoment(value) ?? (toText(value) || undefined);

/** When a record happened, for sorting; those without a readable time are the oldest. */
export function ageOf(at: Moment | undefined): number {
  return readMoment(at) ?? Number.NEGATIVE_INFINITY;
}

/** The oldest of these; undefined where none is a readable time. */
export const oldestOf = (moments: readonly (Moment | undefined)[]): Moment | undefined =>
  moments.filter((at) => Number.isFinite(ageOf(at))).sort((one, other) => ageOf(one) - ageOf(other))[0];
