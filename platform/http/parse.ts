import type { z } from "zod";
import { Problem } from "./problems.ts";

/** Parses a query or body by its contract schema; throws a 400 Problem that names every invalid field. */
export function parseRequest<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  throw new Problem(400, issues.join("; "));
}
