import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#platform/database/connect.ts";
import { seedParts as loadedParts } from "#platform/database/schema/platform.ts";
import { type SeedSize, seedSizes } from "./stores.ts";

// Advisory lock key: one platform process seeds at a time.
const seedLock = 7_440_002;

// Up to this many rows an index is updated row by row; beyond that it is rebuilt after loading.
const rowsWorthRebuilding = 50_000;

const indexRows = z.object({ rows: z.array(z.object({ indexname: z.string(), indexdef: z.string() })) });

export type SeedContext = {
  database: Database;
  size: SeedSize;
  /** Times in the data count back from here. */
  anchor: Date;
  report(rows: number): void;
};

/** A part of the seed, loaded whole or not at all. */
export type SeedPart = {
  name: string;
  tables: readonly string[];
  rows(size: SeedSize): number;
  load(context: SeedContext): Promise<void>;
};

export type SeedProgress = { part: string; done: number; total: number };

export type SeedOptions = {
  size: SeedSize;
  /** Times in the data count back from here. */
  anchor: Date;
  onProgress?: (progress: SeedProgress) => void;
};

/** Loads tables without their indexes, which are created after loading; those of constraints stay. */
export async function withoutIndexes(
  database: Database,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const names = sql.join(
    tables.map((table) => sql`${table}`),
    sql`, `,
  );
  const { rows } = indexRows.parse(
    await database.execute(
      sql`select indexname, indexdef from pg_indexes
          where schemaname = current_schema() and tablename in (${names})
          and not exists (select from pg_constraint where conindid = quote_ident(indexname)::regclass)`,
    ),
  );
  for (const { indexname } of rows) await database.execute(sql`drop index ${sql.identifier(indexname)}`);
  await load();
  for (const { indexdef } of rows) await database.execute(sql.raw(indexdef));
}

async function loadPart(database: Database, part: SeedPart, options: SeedOptions): Promise<number> {
  const total = part.rows(options.size);
  let done = 0;
  const context: SeedContext = {
    database,
    size: options.size,
    anchor: options.anchor,
    report: (loaded) => {
      done += loaded;
      options.onProgress?.({ part: part.name, done, total });
    },
  };
  const load = () => part.load(context);
  await (total > rowsWorthRebuilding ? withoutIndexes(database, part.tables, load) : load());
  return total;
}

/**
 * Loads those of these parts, in order, that the database lacks, all of them or none: a crashed process leaves nothing,
 * and of several processes one loads. A database with some parts gets the others in the same size. Returns the number
 * of rows loaded, 0 when there was nothing to load.
 */
export async function seed(
  database: Database,
  parts: readonly SeedPart[],
  options: SeedOptions,
): Promise<number> {
  const loaded: SeedPart[] = [];
  const rows = await database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${seedLock}::bigint)`);
    const marks = await transaction.select().from(loadedParts);
    const size = seedSizes.find((known) => known === marks[0]?.size) ?? options.size;
    let sum = 0;
    for (const part of parts) {
      if (marks.some((mark) => mark.part === part.name)) continue;
      const count = await loadPart(transaction, part, { ...options, size });
      await transaction
        .insert(loadedParts)
        .values({ part: part.name, size, rows: count, finishedAt: options.anchor });
      loaded.push(part);
      sum += count;
    }
    return sum;
  });
  // The planner needs these statistics, and index-only scans need a vacuum.
  for (const table of loaded.flatMap(({ tables }) => tables)) {
    await database.execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
  }
  return rows;
}
