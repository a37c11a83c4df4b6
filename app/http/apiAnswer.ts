import type { z } from "zod";

/** The result of reading an answer's body; `fields` says which of its fields do not fit the contract. */
export type Reading<Value> =
  | { ok: true; value: Value }
  | { ok: false; fault: "notJson" }
  | { ok: false; fault: "otherShape"; fields: string[] };

/** Reads an answer's body, on the spot or in another thread: the bytes are the reader's own. */
export type AnswerReader<Value> = (body: Uint8Array<ArrayBuffer>) => Reading<Value> | Promise<Reading<Value>>;

const maxFields = 20;

/** Reads a body as the contract has it. */
export function readAnswer<Value>(contract: z.ZodType<Value>, body: Uint8Array): Reading<Value> {
  const read = readJson(body);
  if (!read.isJson) return { ok: false, fault: "notJson" };
  const parsed = contract.safeParse(read.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join(".") || "(answer)"}: ${code}`);
  return { ok: false, fault: "otherShape", fields: fields.slice(0, maxFields) };
}

/** A body as text. */
export const bodyText = (body: Uint8Array): string =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");

function readJson(body: Uint8Array): { isJson: true; value: unknown } | { isJson: false } {
  const text = bodyText(body);
  // A write may be answered with nothing at all; the contract decides whether that will do.
  if (text.trim() === "") return { isJson: true, value: undefined };
  try {
    return { isJson: true, value: JSON.parse(text) };
  } catch (problem) {
    if (problem instanceof SyntaxError) return { isJson: false };
    throw problem;
  }
}
