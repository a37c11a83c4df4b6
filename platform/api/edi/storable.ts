const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Text from a file as PostgreSQL can store and index it: without NUL and half characters, which it does not have,
 * and no longer than `longest`.
 */
export const storable = (text: string, longest = 200): string =>
  text.slice(0, longest).replace(unstorable, "\ufffd");

/** JSON from a file, as a jsonb column can store it. */
export const storableJson = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === "string" ? part.replace(unstorable, "\ufffd") : part,
    ),
  );

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const toBytes = (text: string): Uint8Array => encoder.encode(text);
export const fromBytes = (bytes: Uint8Array): string => decoder.decode(bytes);
