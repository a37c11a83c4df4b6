import type { z } from "zod";
import type { ApiCall } from "#contract/calls.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { ExtensionName } from "#contract/extensions.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    documented?: DocumentedCall;
  }
}

/** A call as the OpenAPI document describes it. */
export type DocumentedCall = {
  call: ApiCall;
  /** What a caller must be allowed to do (roles#service); `record` asks for itself, once its record is known. */
  permission: Permission | "record";
  summary: string;
  /** What a successful answer is; a list call's rows are read one by one, so they are named here. */
  answer: z.ZodType;
  failures: readonly number[];
  /** The extensions (calls#extensions) that this route brings. */
  extensions?: readonly ExtensionName[];
  /** It is not among the documented calls (calls#documented-only). */
  beyond?: true;
  /** What the JSON text of the query's `filters` holds. */
  filters?: z.ZodType;
  idempotent?: boolean;
  /** What a failure means for this call, where it means something of its own. */
  words?: Record<number, string>;
  /** The body of its 409, where that says more than `error`. */
  conflict?: z.ZodType;
  /** The status of success where it is not 200, and the content type where it is not JSON. */
  status?: number;
  mediaType?: string;
  /** The content type of the request's body where it is not JSON. */
  sends?: string;
};

/** The options of the route that answers a call: what the OpenAPI document says of it. */
export const documented = (call: DocumentedCall) => ({ config: { documented: call } });
