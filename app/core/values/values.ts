import { readMoment, readNumber } from "#contract/numbers.ts";

/** Formats values for the screen, the same in every domain. */

/** A value as text, with a note if it is invalid. */
export type ValueView = string | { text: string; note: string };

// Created on first use: they cost a slow machine tens of milliseconds.
let units: Intl.NumberFormat | undefined;
let dollars: Intl.NumberFormat | undefined;

export function formatUnits(count: number): string {
  units ??= new Intl.NumberFormat("en-AU", { maximumFractionDigits: 6 });
  return units.format(count);
}

export function formatDollars(amount: number): string {
  dollars ??= new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });
  return dollars.format(amount);
}

export const formatCents = (cents: number): string => formatDollars(cents / 100);

/** '$59.95', or '$59.95 or more' if a part of it could not be read. */
export const formatSum = ({
  cents,
  orMore = false,
}: {
  cents: number;
  orMore?: boolean | undefined;
}): string => `${formatCents(cents)}${orMore ? " or more" : ""}`;

/** '1 unit', '2,000 units'. */
export const plural = (count: number, one: string, many: string): string =>
  `${formatUnits(count)} ${count === 1 ? one : many}`;

/** A text cut to at most `length` characters, with an ellipsis if it was cut. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/\p{Cs}$/u, "")}…` : text;

/** A number to show and sum; only the original text if not a number. */
export type Amount = { number?: number; text: string };

/** A value as an amount; without a number it keeps the original text. */
export const toAmount = (value: unknown): Amount =>
  compact({ number: readNumber(value), text: toText(value) });

/** A value as an amount; undefined if there is none. */
export const amountOf = (value: unknown): Amount | undefined =>
  toText(value) === "" ? undefined : toAmount(value);

/** An ISO moment, or the unreadable value of the server. */
export type Moment = string;

/** A moment as shown; undefined if there is none. */
export const momentOf = (value: unknown): Moment | undefined =>
  toMoment(value) ?? (toText(value) || undefined);

/** The time of a record for sorting; those without a readable time are the oldest. */
export function timeOf(at: Moment | undefined): number {
  return readMoment(at) ?? Number.NEGATIVE_INFINITY;
}

/** The oldest of these; undefined if none is readable. */
export const oldestOf = (moments: readonly (Moment | undefined)[]): Moment | undefined =>
  moments.filter((at) => Number.isFinite(timeOf(at))).sort((one, other) => timeOf(one) - timeOf(other))[0];

export const newestOf = (moments: readonly (Moment | undefined)[]): Moment | undefined =>
  moments.filter((at) => Number.isFinite(timeOf(at))).sort((one, other) => timeOf(other) - timeOf(one))[0];

/** Reads values of channels, which may be of any type: nothing here throws. */

/** The value of a JSON text; undefined if malformed. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}

/** A JSON object: neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as text: lists joined by commas, objects as JSON, null and undefined as an empty text. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(", ");
  if (isObject(value)) return JSON.stringify(value);
  return String(value);
}

/** One attribute of a map: by its key, else by a dotted key as a path. */
export function attributeOf(attributes: Record<string, unknown> | null | undefined, name: string): unknown {
  if (!attributes) return undefined;
  if (Object.hasOwn(attributes, name)) return attributes[name];
  return name.split(".").reduce<unknown>((inner, key) => {
    return isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, attributes);
}

/** The first non-empty of these attributes; undefined if there is none. */
export function firstAttribute(
  attributes: Record<string, unknown> | null | undefined,
  names: readonly string[],
): unknown {
  for (const name of names) {
    const value = attributeOf(attributes, name);
    if (toText(value) !== "") return value;
  }
  return undefined;
}

/** The URLs in a list attribute that a browser may load as an image: http and https only. */
export function imageAddresses(value: unknown, separator?: string): string[] {
  const parts = Array.isArray(value)
    ? value.map(toText)
    : separator === undefined
      ? [toText(value)]
      : toText(value).split(separator);
  return parts.flatMap((part) => {
    const text = part.trim();
    const address = text.startsWith("//") ? `https:${text}` : text;
    if (!URL.canParse(address)) return [];
    const { protocol, href } = new URL(address);
    return protocol === "https:" || protocol === "http:" ? [href] : [];
  });
}

/** A moment as an ISO text; undefined for anything else. */
export function toMoment(value: unknown): string | undefined {
  const moment = readMoment(value);
  return moment === undefined ? undefined : new Date(moment).toISOString();
}

/** An amount in dollars; a non-numeric one as sent, and marked. */
export const shownAmount = ({ number, text }: Amount): ValueView =>
  number === undefined ? { text: shorten(text, 40), note: "Not a number" } : formatDollars(number);

/** The object without its undefined fields, so that they are not sent to a browser. */
export function compact<Fields extends object>(fields: Fields): Fields {
  const copy = { ...fields };
  for (const name in copy) if (copy[name] === undefined) delete copy[name];
  return copy;
}

/** Replaces equal values of one page by the same object, which is serialised once. For plain JSON. */
export function shareEqual<T>(): (value: T) => T {
  const memo = new Map<string, T>();
  return (value) => {
    const key = JSON.stringify(value);
    const same = memo.get(key);
    if (same !== undefined) return same;
    memo.set(key, value);
    return value;
  };
}
