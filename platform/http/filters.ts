import type { z } from "zod";
import { isSearchable } from "#platform/database/search.ts";
import { parseRequest } from "./parse.ts";
import { Problem } from "./problems.ts";

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
