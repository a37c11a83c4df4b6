import { readMoment } from "#contract/numbers.ts";

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
