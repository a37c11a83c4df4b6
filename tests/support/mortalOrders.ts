import { setTimeout as delay } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import pino from "pino";
import { orders } from "#platform/database/schema/orders.ts";
import { findOrder } from "#platform/domains/orders/repository.ts";
import { advanceDueOrders } from "#platform/jobs/advanceOrders.ts";
import { startJobs } from "#platform/jobs/start.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { idleFiles, idleFolder } from "./ediFolders.ts";
import { openPlace, say } from "./mortal.ts";
import { promptReturns } from "./returns.ts";

/**
 * Order steps in a process of their own, for tests that kill it. `submit <where>` sends an order to an
 * AP21 that never answers, and prints the order's id and the submission's reference. `finish <where> <order id>`
 * starts the jobs, waits until the order has left PROCESSING, and prints what became of it and which
 * references AP21 heard. `where` is a PostgreSQL URL or a folder for PGlite.
 */
const [command = "", where = "", awaited = ""] = process.argv.slice(2);

const connection = await openPlace(where);
const { database } = connection;

async function submit(): Promise<void> {
  await database.update(orders).set({ stepAt: null });
  const [order] = await database
    .update(orders)
    .set({ status: "PROCESSING", stepAt: new Date() })
    .where(and(eq(orders.storeId, 1), eq(orders.storePosition, 50)))
    .returning({ id: orders.id });
  if (!order) throw new Error("The seed has no fiftieth order");
  const ap21 = ({ reference }: { reference: string }) => {
    say({ id: order.id, reference });
    return new Promise<never>(() => setInterval(() => undefined, 60_000));
  };
  await advanceDueOrders(database, { ...simulatedOutside, ap21 }, () => new Date());
}

async function finish(): Promise<void> {
  const references: string[] = [];
  const ap21 = async ({ reference }: { reference: string }) => {
    references.push(reference);
    return { kind: "accepted", message: "AP21 accepted the order (simulated)" } as const;
  };
  const jobs = await startJobs(
    connection,
    { ...simulatedOutside, ap21 },
    { returns: promptReturns(database), ediFolder: idleFolder, files: idleFiles },
    pino({ level: "silent" }),
  );
  let found = await findOrder(database, awaited);
  while (found?.order.status === "PROCESSING") {
    await delay(20);
    found = await findOrder(database, awaited);
  }
  const history = found?.order.history.map(({ action }) => action);
  say({ status: found?.order.status, submissions: found?.order.submissions, history, references });
  await jobs.stop();
  await connection.close();
}

await (command === "submit" ? submit() : finish());
