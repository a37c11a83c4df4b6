import { randomUUID } from "node:crypto";
import { and, asc, eq, gte, inArray } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { nextDue } from "#platform/database/dueRows.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { addExo } from "#platform/domains/exos/repository.ts";
import { counted } from "#platform/metrics.ts";
import { canComeBack, returnOf } from "#platform/seed/exos/documents.ts";
import { returnStoreIds } from "#platform/seed/exos/exos.ts";
import { demoPlanAt } from "#platform/seed/exos/stories.ts";
import { randomFor } from "#platform/seed/random.ts";
import { advanceDueExos, type ReturnsEngine } from "./advanceExos.ts";
import { type DueWork, type JobsContext, startDueWork } from "./dueWork.ts";

// A stride through the orders, so that neighbouring returns come from different stores and customers.
const stride = 7919;
const span = 4000;

// The seed's edge-case orders are consecutive; this many rows reach beyond them.
const enough = 150;

/** A delivered order whose goods can be returned: a different one for each number. */
async function orderFor(database: Database, number: number) {
  const from = async (position: number) => {
    const rows = await database
      .select({ storeId: orders.storeId, document: orders.document })
      .from(orders)
      .where(
        and(
          inArray(orders.storeId, returnStoreIds),
          eq(orders.status, "COMPLETE"),
          gte(orders.position, position),
        ),
      )
      .orderBy(asc(orders.position))
      .limit(enough);
    return rows.find(({ document }) => canComeBack(document));
  };
  return (await from((number * stride) % span)) ?? (await from(0));
}

/** Creates a return as the demo's customers send them; returns its name, or undefined without a complete order. */
export async function enterDemoExo(database: Database, at: Date): Promise<string | undefined> {
  const number = (await database.$count(exos)) + 1;
  const order = await orderFor(database, number);
  if (!order) return undefined;
  const arriving = returnOf(order.document, demoPlanAt(number), randomFor(`demo return ${number}`));
  return addExo(database, { id: randomUUID(), storeId: order.storeId, ...arriving }, at);
}

const demoExosQueue = "demo-exos";

/** Runs the process engine of returns; `trickleMinutes` is the interval of new demo returns, 0 for none. */
export async function startReturnJobs(
  context: JobsContext,
  engine: ReturnsEngine,
  trickleMinutes: number,
): Promise<DueWork> {
  const { boss, underWay, log } = context;
  const due = await startDueWork(context, {
    queue: "due-exos",
    message: "returns advanced",
    advance: () => advanceDueExos(engine, () => new Date()),
    nextDueTime: (after) => nextDue(engine.database, exos, after),
  });
  await boss.createQueue(demoExosQueue, {
    name: demoExosQueue,
    policy: "short",
    retryLimit: 3,
    expireInSeconds: 60,
  });
  const enterOne = async () => {
    const name = await enterDemoExo(engine.database, new Date());
    if (!name) return;
    log.info({ name }, "a demo return came in");
    await due.wake();
  };
  await boss.work(demoExosQueue, () => underWay.track(counted(demoExosQueue, enterOne)));
  // The schedule outlives the process: an unwanted one is removed.
  await (trickleMinutes > 0
    ? boss.schedule(demoExosQueue, `*/${trickleMinutes} * * * *`)
    : boss.unschedule(demoExosQueue));
  return due;
}
