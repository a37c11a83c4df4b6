import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import pg from "pg";
import { lockDirectory } from "./directoryLock.ts";
import { PgliteSocket } from "./pgliteSocket.ts";
import { type Watch, watchPool } from "./watch.ts";

/** The type that queries are written against: PGlite or PostgreSQL, in and out of a transaction. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** Reads with several queries what was there at one moment, whatever is written meanwhile. */
export const atOneMoment = <T>(database: Database, read: (snapshot: Database) => Promise<T>): Promise<T> =>
  database.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });

/** Runs raw SQL; pg-boss and the seed's bulk load use this. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

export type Connection = {
  kind: "pglite" | "postgres";
  database: Database;
  /** The same database, whose calls `watch` makes, and which parses each query once. */
  watchedBy(watch: Watch): Database;
  executeSql: ExecuteSql;
  /** Connections in the pool, and how many queries may wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

const databaseOf = (pool: pg.Pool): Database => drizzlePostgres(pool, { casing: "snake_case" });

function connectionOf(kind: Connection["kind"], pool: pg.Pool, close: () => Promise<void>): Connection {
  return {
    kind,
    database: databaseOf(pool),
    watchedBy: (watch) => databaseOf(watchPool(pool, watch)),
    executeSql: (text, values) => pool.query(text, values),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close,
  };
}

// A query keeps one core busy, so the pool has one connection per core. Parallel workers cost PostgreSQL more than
// these short queries take: on a million returns, counts took 256 ms instead of 28.
const withoutSharing = "-c max_parallel_workers_per_gather=0";

/**
 * PostgreSQL by its URL; the URL's `options` come before ours. `onIdleError` gets the errors of idle connections,
 * `application` is the program's name as PostgreSQL shows it.
 */
export function connectPostgres(
  url: string,
  onIdleError: (error: Error) => void,
  application = "utopia",
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    // One stays open in quiet hours, so that a restore sees that the database is in use.
    min: 1,
    // It may be old: a dead one is noticed before it is needed.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    max: 10,
    application_name: application,
    options: withoutSharing,
  });
  pool.on("error", onIdleError);
  // A connection that ends between two queries of a transaction fails the next of them. Unheard, its error would end
  // the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return connectionOf("postgres", pool, () => pool.end());
}

/** The PGlite thread's data: a folder, or memory without one; a new one starts from `dump`. */
export type PgliteFolder = { dataDir: string | undefined; dump: Blob | undefined };

/**
 * PGlite in a folder, or in memory without one; a new one starts from `dump`. It is opened by the first query, which
 * throws an Error in words when another process has the folder open: PGlite alone would let both in, and lose data. It
 * runs in its own thread, so that queries do not block other requests.
 */
export function connectPglite(directory?: string, dump?: Blob): Connection {
  let opened: Promise<{ worker: Worker; unlock: (() => Promise<void>) | undefined }> | undefined;

  async function open() {
    const unlock = directory ? await lockDirectory(directory) : undefined;
    const dataDir = directory ? join(directory, "postgres") : undefined;
    if (dataDir) await mkdir(dataDir, { recursive: true });
    const folder: PgliteFolder = { dataDir, dump };
    // Without the program's environment and its secrets.
    const worker = new Worker(new URL("./pgliteThread.mjs", import.meta.url), {
      workerData: folder,
      env: {},
    });
    await once(worker, "message");
    return { worker, unlock };
  }

  async function worker(): Promise<Worker> {
    opened ??= open();
    return (await opened).worker;
  }

  // PGlite has one session, so queries take turns. It outlives the client, which a failed query ends: the next client
  // does not know what the last one has named.
  const pool = new pg.Pool({
    stream: () => new PgliteSocket(worker),
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: (client) => client.query("deallocate all"),
  });
  return connectionOf("pglite", pool, async () => {
    await pool.end();
    if (!opened) return;
    const { worker, unlock } = await opened;
    const ended = once(worker, "exit");
    worker.postMessage("close");
    await ended;
    await unlock?.();
  });
}
