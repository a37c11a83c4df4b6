import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { z } from "zod";
import type { Database, ExecuteSql } from "./connect.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

const tableRows = z.object({ rows: z.array(z.object({ name: z.string().nullable() })) });
const doneRows = z.object({ rows: z.array(z.object({ hash: z.string() })) });

// Advisory lock key: one platform process migrates at a time.
const migrationLock = 7_440_001;

/**
 * Brings the database to the newest migration, in one transaction, one process at a time. Returns how many migrations
 * it ran.
 */
export async function migrate(database: Database): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder });
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`);
    await transaction.execute(
      sql`create table if not exists schema_migrations
          (hash text primary key, finished_at timestamptz not null default now())`,
    );
    const done = doneRows.parse(await transaction.execute(sql`select hash from schema_migrations`));
    const hashes = new Set(done.rows.map((row) => row.hash));
    const missing = migrations.filter((migration) => !hashes.has(migration.hash));
    for (const migration of missing) {
      for (const statement of migration.sql) await transaction.execute(sql.raw(statement));
      await transaction.execute(sql`insert into schema_migrations (hash) values (${migration.hash})`);
    }
    return missing.length;
  });
}

/** How many of this version's migrations a database has not run; read-only. */
export async function missingMigrations(executeSql: ExecuteSql): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder });
  const table = await executeSql("select to_regclass('schema_migrations')::text as name");
  if (!tableRows.parse(table).rows[0]?.name) return migrations.length;
  const done = doneRows.parse(await executeSql("select hash from schema_migrations"));
  const hashes = new Set(done.rows.map((row) => row.hash));
  return migrations.filter(({ hash }) => !hashes.has(hash)).length;
}
