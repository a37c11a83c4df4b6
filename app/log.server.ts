import pino from "pino";
import { env } from "#app/env.server.ts";

/** The portal's log, one JSON line per event on stdout. Never contains tokens, cookies or query strings. */
export const log = pino({ level: env.LOG_LEVEL, base: { service: "portal" } });

/** A problem in its own words, without a stack. */
export const wordsOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);
