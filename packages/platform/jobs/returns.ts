import { randomUUID } from "node:crypto";
import { and, asc, eq, gte, inArray } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import {
  labelFile,
  NoDocument,
  noteFile,
  type StoredBlob,
  slipFile,
  storeBlob,
} from "#platform/domains/exos/files.ts";
import type { ReturnJob } from "#platform/domains/exos/jobs.ts";
import { addExo, type FoundExo, findExo, saveMovedExo } from "#platform/domains/exos/repository.ts";
import type { ExoEffect } from "#platform/domains/exos/rules.ts";
import { afterBreak, afterReply, currentJob, requestOf, withoutJob } from "#platform/domains/exos/steps.ts";
import { counted } from "#platform/metrics.ts";
import type { FileStore } from "#platform/outside/files/fileStore.ts";
import type { ReturnReply, ReturnsOutside } from "#platform/outside/returns.ts";
import { returnStoreIds } from "#platform/seed/exos/exos.ts";
import { canComeBack, demoPlanAt, returnOf } from "#platform/seed/exos/stories.ts";
import { randomFor } from "#platform/seed/random.ts";
import { type Clock, type DueKind, type JobsContext, startDueKind } from "./dueWork.ts";

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
export async function startReturnJobs(context: JobsContext, engine: ReturnsEngine, trickleMinutes: number) {
  const { boss, underWay, log } = context;
  const due = await startDueKind(context, engine.database, dueExos(engine));
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

type Step = { effect: ExoEffect; files: StoredBlob[] };

/** `pace` is the time between two jobs, in milliseconds. */
export type ReturnsEngine = {
  database: Database;
  files: FileStore;
  returns: ReturnsOutside;
  pace: number;
};

// More steps than a whole return has, with all its retries: without a pace it runs through in one batch.
const stepsAtOnce = 40;

async function filesOf(
  returns: ReturnsOutside,
  exo: FoundExo,
  job: ReturnJob,
  reply: ReturnReply | undefined,
  at: Date,
): Promise<StoredBlob[]> {
  if (job.file === "slip") return [await slipFile(exo, at)];
  if (job.file !== "label" || reply?.kind !== "done") return [];
  return [await labelFile(returns, exo, reply.facts.article_id ?? "", at)];
}

/** Calls the company of an EXO's next job. An exception there is the return's failure, and is retried. */
async function nextStep({ returns, pace }: ReturnsEngine, exo: FoundExo, now: Clock): Promise<Step> {
  const job = currentJob(exo);
  if (!job) return { effect: withoutJob(exo, now(), pace), files: [] };
  try {
    const request = requestOf(exo, job, now());
    const reply = request && (await returns.ask(request));
    // A slow company's answer has its time of arrival.
    const at = now();
    const files = await filesOf(returns, exo, job, reply, at);
    return { effect: afterReply(exo, job, reply, at, pace), files };
  } catch (error) {
    const code =
      error instanceof NoDocument ? "return-shipment:store-labels:failure" : "process:failure:unhandled";
    return { effect: afterBreak(exo, job, code, error, now(), pace), files: [] };
  }
}

/**
 * Takes one step, unless another process has advanced the EXO in the meantime; returns whether it was taken here. Its
 * files are stored before: where the file store fails, the step is not taken, and is retried later.
 */
async function takeStep({ database, files }: ReturnsEngine, before: FoundExo, step: Step, at: Date) {
  const stored = await Promise.all(step.files.map((file) => storeBlob(files, file)));
  return database.transaction(async (transaction) => {
    const now = await findExo(transaction, before.id, true);
    if (now?.revision !== before.revision) return false;
    for (const file of stored) await noteFile(transaction, file);
    await saveMovedExo(transaction, now, step.effect, at);
    return true;
  });
}

/**
 * Takes every due step of an EXO, each once across processes. The outside company is called before the transaction,
 * under a key that stays the same until its reply is stored.
 */
async function advanceExo(engine: ReturnsEngine, id: string, now: Clock): Promise<void> {
  for (let steps = 0; steps < stepsAtOnce; steps += 1) {
    const found = await findExo(engine.database, id);
    const isDue = found?.stepAt && found.stepAt <= now();
    if (!isDue) return;
    const step = await nextStep(engine, found, now);
    if (!(await takeStep(engine, found, step, now()))) return;
  }
}

export const dueExos = (engine: ReturnsEngine): DueKind => ({
  queue: "due-exos",
  message: "returns advanced",
  table: exos,
  advance: (id, now) => advanceExo(engine, id, now),
});
