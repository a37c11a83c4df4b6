import type { z } from "zod";
import type { ApiCall } from "#contract/calls.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { ExtensionName } from "#contract/extensions.ts";

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
