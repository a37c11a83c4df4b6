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

/** Declares a call, one of the portal's API without query and body unless it says so; preserves its schemas' types. */
export function defineCall<
  Answer extends z.ZodType,
  Method extends "GET" | "POST",
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  call: Omit<ApiCall<Query, Body, Answer, Method>, "base" | "query" | "body"> &
    Partial<Pick<ApiCall<Query, Body, Answer, Method>, "base" | "query" | "body">>,
): ApiCall<Query, Body, Answer, Method>;
export function defineCall(call: Omit<ApiCall, "base" | "query" | "body">): ApiCall {
  return { base: "portal", query: undefined, body: undefined, ...call };
}
