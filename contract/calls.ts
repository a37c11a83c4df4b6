import type { z } from "zod";
import type { ApiBase, ExtensionName } from "./extensions.ts";

/**
 * One call. `path` may contain `:name` parameters. `query` and `body` are the request's schemas, `answer` the
 * response's.
 */
export type ApiCall<
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
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

/** Declares a call; preserves its schemas' types, and whether it reads (GET) or writes (POST). */
export const defineCall = <
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Answer extends z.ZodType,
  Method extends "GET" | "POST",
>(
  call: ApiCall<Query, Body, Answer, Method>,
): ApiCall<Query, Body, Answer, Method> => call;
