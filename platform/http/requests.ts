import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { isSearchable } from "#platform/database/search.ts";
import { Problem } from "./problems.ts";

/**
 * JSON's escapes of NUL and lone surrogates, which PostgreSQL text cannot contain; `\\u0000` is a text of six letters.
 */
const unstorableEscape = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** Whether JSON has, anywhere, a character that no database column accepts. */
export const unstorable = (value: unknown): boolean => unstorableEscape.test(JSON.stringify(value) ?? "");

const maxKeyLength = 200;

/** The request's `Idempotency-Key`, null without one. Throws a 400 Problem for one that is too long. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const header = headers["idempotency-key"];
  const key = typeof header === "string" && header !== "" ? header : null;
  if (key && key.length > maxKeyLength) {
    throw new Problem(400, `Idempotency-Key: longer than ${maxKeyLength} characters`);
  }
  return key;
}

/** Parses a query or body by its contract schema; throws a 400 Problem that names every invalid field. */
export function parseRequest<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  throw new Problem(400, issues.join("; "));
}

/** A list's filters, sent as one JSON string; throws a 400 Problem for anything else. */
export function filtersOf<T extends z.ZodType>(schema: T, text: string | undefined): z.output<T> {
  if (!text) return parseRequest(schema, {});
  if (/\\u0000/i.test(text) || !isSearchable(text)) throw new Problem(400, "filters: holds a NUL character");
  try {
    return parseRequest(schema, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Problem(400, "filters: expected JSON");
    throw error;
  }
}
