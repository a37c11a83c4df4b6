import type { z } from "zod";
import type { ApiBase, ExtensionName } from "./extensions.ts";

type Schema = z.ZodType | undefined;

/**
 * One call. `path` may contain `:name` parameters. `query` and `body` are the request's schemas, `answer` the
 * response's.
 */
export type ApiCall<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends z.ZodType = z.ZodType,
  Method extends "GET" | "POST" = "GET" | "POST",
> = {
  name: string;
  method: Method;
  base: ApiBase;
  path: string;
  query: Query;
  body: Body;
  answer: Answer;
  /**
   * The extension that announces a call beyond the documented ones (calls#extensions); undefined for those. No failure
   * of such a call ends a session.
   */
  extension?: ExtensionName;
};

type Default = "method" | "base" | "query" | "body";

/** Declares a call, a GET of the portal's API without query and body unless it says so; preserves its schemas' types. */
export function defineCall<
  Answer extends z.ZodType,
  Method extends "GET" | "POST" = "GET",
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  call: Omit<ApiCall<Query, Body, Answer, Method>, Default> &
    Partial<Pick<ApiCall<Query, Body, Answer, Method>, Default>>,
): ApiCall<Query, Body, Answer, Method>;
export function defineCall(call: Omit<ApiCall, Default>): ApiCall {
  return { method: "GET", base: "portal", query: undefined, body: undefined, ...call };
}

function pathOf(call: ApiCall, params: Record<string, string>): string {
  return call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${call.name} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

const valuesOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

/**
 * The query string of a call with its question mark: a list is one parameter per value, and
 * undefined values are left out.
 */
function queryOf(call: ApiCall, query: unknown): string {
  if (!call.query || query === undefined) return "";
  const fields = Object.entries(Object(call.query.parse(query)));
  const search = new URLSearchParams(
    fields.flatMap(([name, value]) => valuesOf(value).map((one) => [name, String(one)])),
  );
  return search.size === 0 ? "" : `?${search}`;
}

export const addressOf = (
  base: string,
  call: ApiCall,
  { params = {}, query }: { params?: Record<string, string>; query?: unknown },
): URL => new URL(base + pathOf(call, params) + queryOf(call, query));

/** The parsed body of a response; `fields` names those that violate the contract. */
export type Reading<Value> =
  | { ok: true; value: Value }
  | { ok: false; fault: "notJson" }
  | { ok: false; fault: "otherShape"; fields: string[] };

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
