import { DrizzleQueryError } from "drizzle-orm/errors";
import pino from "pino";
import { env } from "#app/core/env.server.ts";

/** A problem; of a query that failed the database's own, since the query's parameters may be what nobody is to read. */
const withoutParameters = <Problem>(problem: Problem): Problem | Error =>
  problem instanceof DrizzleQueryError ? (problem.cause ?? new Error("A query failed")) : problem;

/** The portal's log, one JSON line per event on stdout. Never contains tokens, cookies or query strings. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: { service: "portal" },
  serializers: { err: (problem: Error) => pino.stdSerializers.err(withoutParameters(problem)) },
});

/** A problem in its own words, without a stack. */
export function wordsOf(problem: unknown): string {
  const bare = withoutParameters(problem);
  return bare instanceof Error ? bare.message : String(bare);
}
