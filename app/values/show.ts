/** How values look on a screen: one way for every domain. */

/** A value as text, with what is wrong with it, if anything. */
export type ShownValue = string | { text: string; note: string };

// Each is made when it is first used: a page of a slow machine waits for them tens of milliseconds.
let units: Intl.NumberFormat | undefined;
let dollars: Intl.NumberFormat | undefined;

/** Units with thousands separators. */
export function formatUnits(count: number): string {
  units ??= new Intl.NumberFormat("en-AU", { maximumFractionDigits: 6 });
  return units.format(count);
}

/** Dollars and cents. */
export function formatDollars(amount: number): string {
  dollars ??= new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });
  return dollars.format(amount);
}

/** Whole cents as dollars and cents. */
export const formatCents = (cents: number): string => formatDollars(cents / 100);

/** '1 unit', '2,000 units'. */
export const plural = (count: number, one: string, many: string): string =>
  `${formatUnits(count)} ${count === 1 ? one : many}`;

/** A text cut to `length` characters at most, with an ellipsis where it was cut. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/\p{Cs}$/u, "")}…` : text;
