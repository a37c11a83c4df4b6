import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { ApiCall } from "#contract/calls.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { ExtensionName } from "#contract/extensions.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    documented?: DocumentedCall;
  }
}

export type DocumentedCall = {
  call: ApiCall;
  /** The caller's required permission (roles#service); with `record` the route checks it, once its record is known. */
  permission: Permission | "record";
  summary: string;
  /** The successful response, where the contract's says less. */
  answer?: z.ZodType;
  failures: readonly number[];
  /** The extensions (calls#extensions) that this route provides: the call's own, or those that widen a documented one. */
  extensions: readonly ExtensionName[];
  /** It is not among the documented calls (calls#documented-only): by default one with an extension of its own. */
  beyond: boolean;
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

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A list's filters, sent as one JSON string; throws a 400 Problem for anything else. */
function filtersOf<T extends z.ZodType>(schema: T, text: string | undefined): z.output<T> {
  if (!text) return parseRequest(schema, {});
  if (/\\u0000/i.test(text)) throw new Problem(400, "filters: holds a NUL character");
  const filters = readJson(text);
  if (filters === undefined) throw new Problem(400, "filters: expected JSON");
  return parseRequest(schema, filters);
}

type Schema = z.ZodType | undefined;
type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

/** A request of a call, parsed by the call's schemas; `id` and `action` are those of its path, empty without any. */
type CallRequest<Query extends Schema, Body extends Schema, Filters extends Schema> = {
  query: Parsed<Query>;
  body: Parsed<Body>;
  filters: Parsed<Filters>;
  id: string;
  action: string;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A call, its documentation, and how it is answered; `failures` are those besides the ones of every call. */
type Route<Query extends Schema, Body extends Schema, Filters extends Schema> = Omit<
  DocumentedCall,
  "call" | "failures" | "filters" | "extensions" | "beyond"
> &
  Partial<Pick<DocumentedCall, "failures" | "extensions" | "beyond">> & {
    call: ApiCall<Query, Body>;
    filters?: Filters;
    /** The largest body in bytes, where it may be larger than a megabyte. */
    bodyLimit?: number;
    answerWith(request: CallRequest<Query, Body, Filters>): unknown;
  };

const pathParameters = z.object({ id: z.string().default(""), action: z.string().default("") });
const filtersIn = z.object({ filters: z.string().optional() });

const parsedBy = <S extends Schema>(schema: S, value: unknown): Parsed<S> =>
  // A call without a schema has no such part.
  (schema && parseRequest(schema, value ?? undefined)) as Parsed<S>;

/** Serves a call: its request is parsed by the contract before it is answered, and the call is documented. */
export function serve<Query extends Schema, Body extends Schema, Filters extends Schema = undefined>(
  app: FastifyInstance,
  { answerWith, bodyLimit, filters, failures = [], ...described }: Route<Query, Body, Filters>,
): void {
  const { call, status = 200 } = described;
  const isGiven = call.query || call.body;
  const documented: DocumentedCall = {
    extensions: call.extension ? [call.extension] : [],
    beyond: call.extension !== undefined,
    ...described,
    ...(filters && { filters }),
    failures: [...(isGiven ? [400] : []), 401, 403, ...failures],
  };
  app.route({
    method: call.method,
    url: call.path,
    ...(bodyLimit && { bodyLimit }),
    config: { documented },
    handler: async (request, reply) => {
      void reply.code(status);
      return answerWith({
        query: parsedBy(call.query, request.query),
        body: parsedBy(call.body, request.body),
        filters: (filters &&
          filtersOf(filters, parseRequest(filtersIn, request.query).filters)) as Parsed<Filters>,
        ...parseRequest(pathParameters, request.params),
        request,
        reply,
      });
    },
  });
}
