import { sql } from "drizzle-orm";
import PgBoss from "pg-boss";
import type { Connection } from "#database/connect.ts";
import type { EdiFolder } from "#platform/outside/ediFolder.ts";
import type { FileStore } from "#platform/outside/files/fileStore.ts";
import type { ReturnsOutside } from "#platform/outside/returns.ts";
import type { Outside } from "#platform/outside/simulated.ts";
import { dueActions } from "./actionEvents.ts";
import { dueOrders } from "./advanceOrders.ts";
import { createUnderWay, type DueWork, type JobsLog, startDueKind } from "./dueWork.ts";
import { startEdiJobs } from "./edi.ts";
import { startReturnJobs } from "./returns.ts";

/**
 * Runs `work` under an exclusive lock for a key on this database. The work uses other connections, and is no
 * transaction. An embedded database has one process.
 */
async function inTurn<Value>({ kind, database }: Connection, key: number, work: () => Promise<Value>) {
  if (kind === "pglite") return work();
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${key}::bigint)`);
    return work();
  });
}

/** How returns are processed: the companies, and the pace. */
export type ReturnsOptions = {
  outside: ReturnsOutside;
  /** Milliseconds between two jobs of a return. */
  pace: number;
  /** Minutes between two returns that the demo creates; 0 for none. */
  trickleMinutes: number;
};

export type JobsOptions = {
  returns: ReturnsOptions;
  ediFolder: EdiFolder;
  /** The largest file that is taken in from there, in KB of 1,024 bytes. */
  ediFileLimit: number;
  files: FileStore;
};

// Advisory lock key: one platform process creates the queues at a time.
const queuesLock = 7_440_007;

/**
 * Starts the background jobs on the platform's own database. They wake each other: an action makes EDI and orders due,
 * EDI makes orders due, and orders EDI.
 */
export async function startJobs(
  connection: Connection,
  outside: Outside,
  { returns, ediFolder, ediFileLimit, files }: JobsOptions,
  log: JobsLog,
) {
  const underWay = createUnderWay();
  // pg-boss doesn't wait for the statement that completes a job, nor beyond its time-out for the job itself.
  const executeSql: Connection["executeSql"] = (text, values) =>
    underWay.track(connection.executeSql(text, values));
  const boss = new PgBoss({ db: { executeSql }, schedule: true });
  boss.on("error", (error) => log.error({ err: error }, "background jobs"));
  const { database } = connection;
  const start = async () => {
    await boss.start();
    const context = { boss, underWay, log };
    let edi: DueWork | undefined;
    const orders = await startDueKind(context, database, dueOrders(database, outside), async () =>
      edi?.wake(),
    );
    edi = await startEdiJobs(context, { database, folder: ediFolder, fileLimit: ediFileLimit }, orders.wake);
    const engine = { database, files, returns: returns.outside, pace: returns.pace };
    const exos = await startReturnJobs(context, engine, returns.trickleMinutes);
    const { wake: wakeEdi } = edi;
    const actions = await startDueKind(context, database, dueActions(database, outside, log), async () => {
      await wakeEdi();
      await orders.wake();
    });
    return { edi, orders, exos, actions };
  };
  // Two queues that are created at once wait for each other's locks.
  const works = await inTurn(connection, queuesLock, start);
  return {
    wakeActions: works.actions.wake,
    wakeReturns: works.exos.wake,
    wakeEdi: works.edi.wake,
    /** Accepts no more jobs, and resolves when running ones have ended and are recorded. */
    stop: async () => {
      for (const work of Object.values(works)) work.stop();
      await boss.stop({ graceful: true, close: false, wait: true, timeout: 10_000 });
      await underWay.settled();
    },
  };
}

export type Jobs = Awaited<ReturnType<typeof startJobs>>;
