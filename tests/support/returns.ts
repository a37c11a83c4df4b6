import type { Database } from "#platform/database/connect.ts";
import type { ReturnsOptions } from "#platform/jobs/start.ts";
import { simulatedReturns } from "#platform/outside/returnsLedger.ts";

/** The simulated companies without any pace: a return runs through as soon as it comes in. */
export const promptReturns = (database: Database): ReturnsOptions => ({
  outside: simulatedReturns(database, 0),
  pace: 0,
  trickleMinutes: 0,
});
