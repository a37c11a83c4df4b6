/** How values look on a screen: one way for every domain. */

/** A value as text, with what is wrong with it, if anything. */
export type ShownValue = string | { text: string; note: string };

const units = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 6 });
const dollars = new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });

/** Units with thousands separators. */
export const formatUnits = (count: number): string => units.format(count);

/** Dollars and cents. */
export const formatDollars = (amount: number): string => dollars.format(amount);

/** '1 unit', '2,000 units'. */
export const plural = (count: number, one: string, many: string): string =>
  `${units.format(count)} ${count === 1 ? one : many}`;

/** A text cut to `length` characters at most, with an ellipsis where it was cut. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/\p{Cs}$/u, "")}…` : text;
