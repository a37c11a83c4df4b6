import type { Database } from "#database/connect.ts";
import type { ReturnsOptions } from "#platform/jobs/start.ts";
import { simulatedReturns } from "#platform/outside/returns.ts";

/** Simulated companies without delays: a return completes as soon as it is created. */
export const promptReturns = (database: Database): ReturnsOptions => ({
  outside: simulatedReturns(database, 0),
  pace: 0,
  trickleMinutes: 0,
});
