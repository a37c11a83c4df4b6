import { readNumber } from "#contract/numbers.ts";
import { compact } from "./compact.ts";
import { toText } from "./read.ts";

/** A number as shown and summed; the text that was sent where it isn't one. */
export type Amount = { number?: number; text: string };

/** A value as an amount; one without a number says what was sent. */
export const toAmount = (value: unknown): Amount =>
  compact({ number: readNumber(value), text: toText(value) });

/** A value as an amount; undefined where nothing was sent. */
export const amountOf = (value: unknown): Amount | undefined =>
  toText(value) === "" ? undefined : toAmount(value);
