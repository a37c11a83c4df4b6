import { nextDueTime } from "#platform/domains/exos/repository.ts";
import { counted } from "#platform/metrics.ts";
import { advanceDueExos, type ReturnsEngine } from "./advanceExos.ts";
import { type DueWork, type JobsContext, startDueWork } from "./dueWork.ts";
import { enterDemoExo } from "./enterDemoExo.ts";

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
  // The schedule outlives the process: an unwanted one is removed.
  await (trickleMinutes > 0
    ? boss.schedule(demoExosQueue, `*/${trickleMinutes} * * * *`)
    : boss.unschedule(demoExosQueue));
  await due.wake();
  return due;
}
