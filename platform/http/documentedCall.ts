import type { z } from "zod";
import type { ApiCall } from "#contract/calls.ts";

/** A call as the OpenAPI document tells of it. */
export type DocumentedCall = {
  call: ApiCall;
  summary: string;
  /** What a successful answer is; a list call's rows are read one by one, so they are named here. */
  answer: z.ZodType;
  failures: readonly number[];
  idempotent?: boolean;
  /** What a failure means for this call, where it means something of its own. */
  words?: Record<number, string>;
  /** The body of its 409, where that says more than `error`. */
  conflict?: z.ZodType;
  /** What success is called where it is not 200, and what it comes as where it is no JSON. */
  status?: number;
  mediaType?: string;
  /** What the body of the request is, where it is no JSON. */
  sends?: string;
};
