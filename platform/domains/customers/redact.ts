import type { JsonObject } from "#platform/database/schema/json.ts";

/** What stands where something personal stood. */
const forgotten = "[forgotten]";

/** What stays of an address: where goods and tax went, and nothing of whose door it was. */
const keptOfAddress = new Set(["locationType", "suburb", "state", "postcode", "country"]);

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The people and places that a document names, each an object of texts. */
const personsIn = (value: unknown): JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap(personsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (/^customer$/i.test(key) && isObject(inner)) return [inner];
    if (key === "addresses" && Array.isArray(inner)) return inner.filter(isObject);
    return personsIn(inner);
  });
};

/** Shorter texts are found in others' words. */
const shortest = 5;

/**
 * The texts by which documents name somebody: names, streets, phones, codes, addresses of mail. They are to be blotted
 * out wherever they stand.
 */
export function namesIn(documents: readonly JsonObject[], emails: readonly string[]): string[] {
  const persons = documents.flatMap(personsIn);
  const texts = persons.flatMap((person) => [
    ...Object.entries(person).flatMap(([key, text]) =>
      typeof text === "string" && !keptOfAddress.has(key) ? [text] : [],
    ),
    [person.FirstName, person.LastName].filter((part) => typeof part === "string").join(" "),
  ]);
  const known = [...emails, ...texts].map((text) => text.trim()).filter((text) => text.length >= shortest);
  return [...new Set(known)].sort((one, other) => other.length - one.length);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const redactPerson = (person: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(person).map(([key, value]) => [
      key,
      keptOfAddress.has(key) || value === null || value === "" ? value : forgotten,
    ]),
  );

/**
 * A JSON value without the person: of its customer and addresses only suburb, state, postcode and country stay, a
 * customer's own words and photos go, and each of `names` is blotted out wherever else it stands.
 */
export function redacted<T>(value: T, names: readonly string[]): T {
  const pattern = names.length > 0 ? new RegExp(names.map(escaped).join("|"), "gi") : undefined;
  const walk = (inner: unknown): unknown => {
    if (typeof inner === "string") return pattern ? inner.replace(pattern, forgotten) : inner;
    if (Array.isArray(inner)) return inner.map(walk);
    if (!isObject(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([key, own]) => {
        if (/^customer$/i.test(key) && isObject(own)) return [key, redactPerson(own)];
        if (key === "addresses" && Array.isArray(own))
          return [key, own.map((one) => (isObject(one) ? redactPerson(one) : one))];
        if (key === "ReturnReasonNotes" && own) return [key, forgotten];
        if (key === "Photos") return [key, []];
        return [key, walk(own)];
      }),
    );
  };
  // What a walk gives has the shape of what it was given.
  return walk(value) as T;
}
