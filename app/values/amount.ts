import { readNumber } from "#contract/numbers.ts";
import { compact } from "./compact.ts";
import { toText } from "./read.ts";

/** A number to show and sum; only the original text if not a number. */
export type Amount = { number?: number; text: string };

/** A value as an amount; without a number it keeps the original text. */
export const toAmount = (value: unknown): Amount =>
  compact({ number: readNumber(value), text: toText(value) });

/** A value as an amount; undefined if there is none. */
export const amountOf = (value: unknown): Amount | undefined =>
  toText(value) === "" ? undefined : toAmount(value);
