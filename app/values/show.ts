/** Formats values for the screen, the same in every domain. */

/** A value as text, with a note if it is invalid. */
export type ShownValue = string | { text: string; note: string };

// Created on first use: they cost a slow machine tens of milliseconds.
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

/** A text cut to at most `length` characters, with an ellipsis if it was cut. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/\p{Cs}$/u, "")}…` : text;
