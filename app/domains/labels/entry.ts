import { copiesLimits } from "./label.ts";

/** A parsed input, or what is wrong with it. */
export type Read<Value> = { value: Value } | { problem: string };

const dollars = /^\d+(\.\d{0,2})?$|^\.\d{1,2}$/;
/** More digits don't fit on a label. */
const dearest = 999_999.99;

/** A label's price as printed, with two decimals: digits with up to two decimals, required (labels#price-entry). */
export function readPrice(text: string): Read<string> {
  const typed = text.trim();
  if (typed === "") return { problem: "Enter a price." };
  if (!dollars.test(typed)) return { problem: "Digits with up to two decimals." };
  const amount = Number(typed);
  return amount > dearest ? { problem: "This is more than a price." } : { value: amount.toFixed(2) };
}

/** The number of labels of one size: at most three digits; empty and 0 skip the size (labels#quantity). */
export function readQuantity(text: string): Read<number> {
  const typed = text.trim();
  if (typed === "") return { value: 0 };
  if (!/^\d+$/.test(typed)) return { problem: "Digits only." };
  return typed.length > String(copiesLimits.highest).length
    ? { problem: `${copiesLimits.highest} at most.` }
    : { value: Number(typed) };
}

/** A row of `entryKinds`: what a field accepts, and whether a partly typed text may still become valid. */
export type EntryKind = {
  inputMode: "numeric" | "decimal";
  maxLength: number;
  allows: (text: string) => boolean;
};

/** The two numbers typed for a label (labels#price-entry, labels#quantity). */
export const entryKinds = {
  price: { inputMode: "decimal", maxLength: 10, allows: (text) => /^\d{0,7}(\.\d{0,2})?$/.test(text) },
  quantity: { inputMode: "numeric", maxLength: 3, allows: (text) => /^\d{0,3}$/.test(text) },
} satisfies Record<string, EntryKind>;

/** Labels of $0.00 are printed only once a person confirms the price (labels#nothing). */
export const isNothing = (price: Read<string>): boolean => "value" in price && Number(price.value) === 0;

export const problemOf = (read: Read<unknown>): string | undefined =>
  "problem" in read ? read.problem : undefined;
