import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PGlite, types } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import pg from "pg";
import { lockDirectory } from "./directoryLock.ts";

/** What queries are written against: the same on PGlite and on PostgreSQL, in and out of a transaction. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** Runs SQL text as it is; pg-boss and the seed's bulk load talk to the database this way. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

export type Connection = {
  kind: "pglite" | "postgres";
  database: Database;
  executeSql: ExecuteSql;
  close(): Promise<void>;
};

const casing = "snake_case";

/** PostgreSQL by its URL. `onIdleError` is told of connections that break while idle. */
export function connectPostgres(url: string, onIdleError: (error: Error) => void): Connection {
  const pool = new pg.Pool({ connectionString: url, max: 10, application_name: "utopia-platform" });
  pool.on("error", onIdleError);
  return {
    kind: "postgres",
    database: drizzlePostgres(pool, { casing }),
    executeSql: (text, values) => pool.query(text, values),
    close: () => pool.end(),
  };
}

// PGlite's own way with bytes goes digit by digit: 12 MB would hold up the whole process for seconds.
const fromHex = (text: string): Uint8Array => Buffer.from(text.slice(2), "hex");
const toHex = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`;

/**
 * PGlite in a folder, or in memory without one; `dump` is what a new one begins as. Throws an Error in words when another process has
 * the folder open: PGlite itself would let both in, and lose data.
 */
export async function connectPglite(directory?: string, dump?: Blob): Promise<Connection> {
  const unlock = directory ? await lockDirectory(directory) : undefined;
  const dataDir = directory ? join(directory, "postgres") : undefined;
  if (dataDir) await mkdir(dataDir, { recursive: true });
  const client = await PGlite.create({
    dataDir,
    loadDataDir: dump,
    extensions: { btree_gin, pg_trgm },
    parsers: { [types.BYTEA]: fromHex },
    serializers: { [types.BYTEA]: toHex },
  });
  return {
    kind: "pglite",
    database: drizzlePglite(client, { casing }),
    executeSql: async (text, values) => {
      if (values?.length) return client.query(text, values);
      // Text without values may hold several statements, which only the simple protocol takes.
      const results = await client.exec(text);
      return results.at(-1) ?? { rows: [] };
    },
    close: async () => {
      await client.close();
      await unlock?.();
    },
  };
}
