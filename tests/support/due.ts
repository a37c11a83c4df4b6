import type { Database } from "#database/connect.ts";
import { dueOrders } from "#platform/jobs/advanceOrders.ts";
import { advanceDue, type Clock } from "#platform/jobs/dueWork.ts";
import { dueExos, type ReturnsEngine } from "#platform/jobs/returns.ts";
import type { Outside } from "#platform/outside/simulated.ts";

/** One batch of due orders, as the jobs advance them. */
export const advanceDueOrders = (database: Database, outside: Outside, now: Clock) =>
  advanceDue(database, dueOrders(database, outside), now);

export const advanceDueExos = (engine: ReturnsEngine, now: Clock) =>
  advanceDue(engine.database, dueExos(engine), now);
