/**
 * Reads message JSON from any source: a single value may be in place of a list and vice versa, numbers may be numbers,
 * and groups are recognised by their first segment, whatever their number is.
 */
export type Fields = { readonly [key: string]: unknown };

const none: Fields = {};

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** All objects at a key. */
export function allAt(fields: Fields, key: string): Fields[] {
  const value = fields[key];
  return (Array.isArray(value) ? value : [value]).filter(isFields);
}

/** The first object at a key, or an empty one. */
export const oneAt = (fields: Fields, key: string): Fields => allAt(fields, key)[0] ?? none;

const asText = (value: unknown) =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/** The text at a key; empty where there is none. */
export function textAt(fields: Fields, key: string): string {
  const value = fields[key];
  return asText(Array.isArray(value) ? value[0] : value);
}

/** Texts at a key: a list, one text, or numbered keys (`partyName1`, `partyName2` …). */
export function textsAt(fields: Fields, key: string): string[] {
  const value = fields[key];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const numbered = Array.from({ length: 9 }, (_, index) => fields[`${key}${index + 1}`]);
  return [...list, ...numbered].map(asText).filter((text) => text !== "");
}

/** The groups directly inside, whatever their number. */
export const groupsIn = (fields: Fields): Fields[] =>
  Object.keys(fields)
    .filter((key) => key.startsWith("segmentGroup"))
    .flatMap((key) => allAt(fields, key));

/** The groups directly inside that begin with a segment. */
export const groupsWith = (fields: Fields, trigger: string): Fields[] =>
  groupsIn(fields).filter((group) => group[trigger] !== undefined);

/** Segments with one composite, written flat (`quantityDetails: {…}`) or by the segment's name (`quantity: {…: {…}}`). */
export function allFlat(fields: Fields, segment: string, composite: string): Fields[] {
  const found =
    segment === composite ? allAt(fields, segment) : [...allAt(fields, composite), ...allAt(fields, segment)];
  return found.map((one) => {
    const [inner] = allAt(one, composite);
    return inner ?? one;
  });
}
