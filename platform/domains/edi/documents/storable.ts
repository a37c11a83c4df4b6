const halfCharacters = /\p{Surrogate}/gu;
const replacement = "\ufffd";

const withoutUnstorable = (text: string): string =>
  text.replace(halfCharacters, replacement).replaceAll("\0", replacement);

/**
 * Text from a file as PostgreSQL can store and index it: without NUL and half characters, which it does not have,
 * and no longer than `longest`.
 */
export const storable = (text: string, longest = 200): string => withoutUnstorable(text.slice(0, longest));

/** JSON from a file, as a jsonb column can store it. */
export const storableJson = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === "string" ? withoutUnstorable(part) : part,
    ),
  );

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const toBytes = (text: string): Uint8Array => encoder.encode(text);
export const fromBytes = (bytes: Uint8Array): string => decoder.decode(bytes);
