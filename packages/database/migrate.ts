import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { z } from "zod";
import type { Database, ExecuteSql } from "./connect.ts";

const tableRows = z.object({ rows: z.array(z.object({ name: z.string().nullable() })) });
const doneRows = z.object({ rows: z.array(z.object({ hash: z.string() })) });

// Advisory lock key: one process of a database migrates at a time.
const migrationLock = 7_440_001;

/** The migrations that drizzle-kit wrote into a folder. */
export function migrationsIn(migrationsFolder: string) {
  /** This version's migrations that are not among those of a database. */
  function missingFrom(done: unknown) {
    const hashes = new Set(doneRows.parse(done).rows.map(({ hash }) => hash));
    return readMigrationFiles({ migrationsFolder }).filter(({ hash }) => !hashes.has(hash));
  }

  return {
    /**
     * Brings the database to the newest migration, in one transaction, one process at a time. Returns how many
     * migrations it ran.
     */
    migrate: (database: Database): Promise<number> =>
      database.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`);
        await transaction.execute(
          sql`create table if not exists schema_migrations
              (hash text primary key, finished_at timestamptz not null default now())`,
        );
        const missing = missingFrom(await transaction.execute(sql`select hash from schema_migrations`));
        for (const migration of missing) {
          for (const statement of migration.sql) await transaction.execute(sql.raw(statement));
          await transaction.execute(sql`insert into schema_migrations (hash) values (${migration.hash})`);
        }
        return missing.length;
      }),

    /** How many of this version's migrations a database has not run; read-only. */
    async missingMigrations(executeSql: ExecuteSql): Promise<number> {
      const table = await executeSql("select to_regclass('schema_migrations')::text as name");
      const hasTable = tableRows.parse(table).rows[0]?.name;
      return missingFrom(hasTable ? await executeSql("select hash from schema_migrations") : { rows: [] })
        .length;
    },
  };
}
