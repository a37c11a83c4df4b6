const halfCharacters = /\p{Surrogate}/gu;
const replacement = "\ufffd";

const withoutUnstorable = (text: string): string =>
  text.replace(halfCharacters, replacement).replaceAll("\0", replacement);

/** Text as PostgreSQL can store and index it: without NUL and lone surrogates, of at most `longest` characters. */
export const storable = (text: string, longest = 200): string => withoutUnstorable(text.slice(0, longest));

/** JSON's escapes of NUL and lone surrogates; a text that spells out such an escape also matches, and loses nothing. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/i;

/** JSON from a file, as a jsonb column can store it. */
export function storableJson<T>(value: T): T {
  const text = JSON.stringify(value);
  // Walking through all values of a long message takes six times as long as this search of its text.
  if (!unstorableEscape.test(text)) return JSON.parse(text);
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === "string" ? withoutUnstorable(part) : part,
    ),
  );
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const toBytes = (text: string): Uint8Array => encoder.encode(text);
export const fromBytes = (bytes: Uint8Array): string => decoder.decode(bytes);
