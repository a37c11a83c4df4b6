/** Reading values that a channel may have sent as anything: nothing here throws. */

/** A JSON object: neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as text: lists joined by commas, objects as JSON, nothing as an empty text. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(", ");
  if (isObject(value)) return JSON.stringify(value);
  return String(value);
}

const plainNumber = /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/** A number, also when it arrives as a text such as '89.95' or '1,299.00'; undefined for all else. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return plainNumber.test(text) ? Number(text.replaceAll(",", "")) : undefined;
}

/** One attribute of a map: the key itself, else a dotted key followed as a path. */
export function attributeOf(attributes: Record<string, unknown> | null | undefined, name: string): unknown {
  if (!attributes) return undefined;
  if (Object.hasOwn(attributes, name)) return attributes[name];
  return name.split(".").reduce<unknown>((inner, key) => {
    return isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, attributes);
}

/** The first of these attributes that holds something; undefined when none does. */
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

/** The addresses in a list attribute that a browser may load as an image: http and https only. */
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

/** A moment as an ISO text; numbers are epoch seconds or milliseconds. Undefined when it is no moment. */
export function toMoment(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const number = toNumber(value);
  // Epoch seconds stay below 10^11 until the year 5138; milliseconds pass it in 1973.
  const moment = new Date(number === undefined ? value : Math.abs(number) < 1e11 ? number * 1000 : number);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
