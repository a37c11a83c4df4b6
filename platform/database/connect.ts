import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import pg from "pg";
import { lockDirectory } from "./directoryLock.ts";
import { PgliteSocket } from "./pgliteSocket.ts";
import { startThread } from "./thread.ts";

/** What queries are written against: the same on PGlite and on PostgreSQL, in and out of a transaction. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** Runs SQL text as it is; pg-boss and the seed's bulk load talk to the database this way. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

export type Connection = {
  kind: "pglite" | "postgres";
  database: Database;
  executeSql: ExecuteSql;
  /** How many connections the pool holds, and how many questions wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

const casing = "snake_case";

const countsOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

// A question keeps one core busy, so that as many people are answered at a time as there are cores. To share one among
// processes costs PostgreSQL more than these short ones take: of a million returns, counts took 256 ms instead of 28.
const withoutSharing = "-c max_parallel_workers_per_gather=0";

/**
 * PostgreSQL by its URL, whose `options` come before ours. `onIdleError` is told of connections that break while idle.
 */
export function connectPostgres(url: string, onIdleError: (error: Error) => void): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    application_name: "utopia-platform",
    options: withoutSharing,
  });
  pool.on("error", onIdleError);
  return {
    kind: "postgres",
    database: drizzlePostgres(pool, { casing }),
    executeSql: (text, values) => pool.query(text, values),
    connections: () => countsOf(pool),
    close: () => pool.end(),
  };
}

/** What PGlite's thread opens: a folder, or memory without one; `dump` is what a new one begins as. */
export type PgliteFolder = { dataDir: string | undefined; dump: Blob | undefined };

const started = async (worker: Worker): Promise<Worker> => {
  await once(worker, "message");
  return worker;
};

/**
 * PGlite in a folder, or in memory without one; `dump` is what a new one begins as. It works in a thread of its own, so
 * that no query holds up whoever needs none. Throws an Error in words when another process has the folder open: PGlite
 * itself would let both in, and lose data.
 */
export async function connectPglite(directory?: string, dump?: Blob): Promise<Connection> {
  const unlock = directory ? await lockDirectory(directory) : undefined;
  const dataDir = directory ? join(directory, "postgres") : undefined;
  if (dataDir) await mkdir(dataDir, { recursive: true });
  const folder: PgliteFolder = { dataDir, dump };
  const worker = await started(
    startThread(new URL("./pgliteThread.mjs", import.meta.url), { workerData: folder }),
  );
  // PGlite has one session: it is kept, and queries take turns.
  const pool = new pg.Pool({ stream: () => new PgliteSocket(worker), max: 1, idleTimeoutMillis: 0 });
  return {
    kind: "pglite",
    database: drizzlePostgres(pool, { casing }),
    executeSql: (text, values) => pool.query(text, values),
    connections: () => countsOf(pool),
    close: async () => {
      await pool.end();
      const ended = once(worker, "exit");
      worker.postMessage("close");
      await ended;
      await unlock?.();
    },
  };
}
