import { nextDueTime } from "#platform/domains/exos/repository.ts";
import { counted } from "#platform/metrics.ts";
import { advanceDueExos, type ReturnsEngine } from "./advanceExos.ts";
import { type DueWork, type JobsContext, startDueWork } from "./dueWork.ts";
import { enterDemoExo } from "./enterDemoExo.ts";

const demoExosQueue = "demo-exos";

/** Runs the process engine of returns; `trickleMinutes` lie between two that the demo enters by itself, 0 for none. */
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
    nextDueTime: (after) => nextDueTime(engine.database, after),
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
  // The schedule outlives the process: one that is no longer wanted is removed.
  await (trickleMinutes > 0
    ? boss.schedule(demoExosQueue, `*/${trickleMinutes} * * * *`)
    : boss.unschedule(demoExosQueue));
  await due.wake();
  return due;
}
