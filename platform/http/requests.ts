import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { ApiCall } from "#contract/calls.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { ExtensionName } from "#contract/extensions.ts";
import { isSearchable } from "#platform/database/search.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    documented?: DocumentedCall;
  }
}

/** A call in the OpenAPI document. */
export type DocumentedCall = {
  call: ApiCall;
  /** The caller's required permission (roles#service); with `record` the route checks it, once its record is known. */
  permission: Permission | "record";
  summary: string;
  /** The successful response; a list call's rows are validated one by one, so they are named here. */
  answer: z.ZodType;
  failures: readonly number[];
  /** The extensions (calls#extensions) that this route provides. */
  extensions?: readonly ExtensionName[];
  /** It is not among the documented calls (calls#documented-only). */
  beyond?: true;
  /** The schema of the JSON text in the query's `filters`. */
  filters?: z.ZodType;
  idempotent?: boolean;
  /** Call-specific meanings of a failure. */
  words?: Record<number, string>;
  /** The body of its 409, where it has more than `error`. */
  conflict?: z.ZodType;
  /** The status of success where it is not 200, and the content type where it is not JSON. */
  status?: number;
  mediaType?: string;
  /** The content type of the request's body where it is not JSON. */
  sends?: string;
};

/** The route options of a call, for the OpenAPI document. */
export const documented = (call: DocumentedCall) => ({ config: { documented: call } });

/** A failure with a message for the caller: the response has `status` and `{ error: message }`. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: 400 | 401 | 403 | 404 | 409 | 422;

  constructor(status: Problem["status"], message: string) {
    super(message);
    this.status = status;
  }
}

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
