import type { z } from "zod";

/** The parsed body of a response; `fields` names those that violate the contract. */
export type Reading<Value> =
  | { ok: true; value: Value }
  | { ok: false; fault: "notJson" }
  | { ok: false; fault: "otherShape"; fields: string[] };

/** Parses a response body, here or in another thread: the bytes belong to the reader. */
export type AnswerReader<Value> = (body: Uint8Array<ArrayBuffer>) => Reading<Value> | Promise<Reading<Value>>;

const maxFields = 20;

export function readAnswer<Value>(contract: z.ZodType<Value>, body: Uint8Array): Reading<Value> {
  const read = readJson(body);
  if (!read.isJson) return { ok: false, fault: "notJson" };
  const parsed = contract.safeParse(read.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join(".") || "(answer)"}: ${code}`);
  return { ok: false, fault: "otherShape", fields: fields.slice(0, maxFields) };
}

export const bodyText = (body: Uint8Array): string =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");

/** Escapes of JSON: a backslash, a pair of surrogates, and half of one, which no address and no page in UTF-8 can hold. */
const escapes = /\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}/gi;
const withoutHalfPairs = (json: string) =>
  json.replace(escapes, (part) => (part.length === "\\ud800".length ? "\\ufffd" : part));

function readJson(body: Uint8Array): { isJson: true; value: unknown } | { isJson: false } {
  const text = bodyText(body);
  // A write may have an empty response; the contract decides whether that is valid.
  if (text.trim() === "") return { isJson: true, value: undefined };
  try {
    return { isJson: true, value: JSON.parse(withoutHalfPairs(text)) };
  } catch (problem) {
    if (problem instanceof SyntaxError) return { isJson: false };
    throw problem;
  }
}
