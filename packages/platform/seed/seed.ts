import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "#database/connect.ts";
import { seedParts as loadedParts } from "#platform/database/schema/platform.ts";

export const seedSizes = ["small", "demo", "large"] as const;
export type SeedSize = (typeof seedSizes)[number];

// Advisory lock key: one platform process seeds at a time.
const seedLock = 7_440_002;

const indexRows = z.object({ rows: z.array(z.object({ indexname: z.string(), indexdef: z.string() })) });

/** Times in the data count back from `anchor`. */
type SeedOptions = { size: SeedSize; anchor: Date; onPart?: (name: string, place: number) => void };

export type SeedContext = {
  database: Database;
  size: SeedSize;
  anchor: Date;
  /** Counts rows of the part that have been loaded. */
  report(rows: number): void;
};

/** A part of the seed, loaded whole or not at all. */
export type SeedPart = {
  name: string;
  tables: readonly string[];
  load(context: SeedContext): Promise<void>;
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

async function loadPart(database: Database, part: SeedPart, { size, anchor }: SeedOptions) {
  let rows = 0;
  const report = (loaded: number) => {
    rows += loaded;
  };
  const load = () => part.load({ database, size, anchor, report });
  // Of many rows an index takes longer to update than to build.
  await (size === "large" ? withoutIndexes(database, part.tables, load) : load());
  return rows;
}

/**
 * Loads those of these parts, in order, that the database lacks, all of them or none: a crashed process leaves nothing,
 * and of several processes one loads. A database with some parts gets the others in the same size. Returns the number
 * of rows loaded, 0 when there was nothing to load. `onPart` gets the name and the place, from 1, of each part before it
 * is loaded.
 */
export async function seed(database: Database, parts: readonly SeedPart[], options: SeedOptions) {
  const loaded: SeedPart[] = [];
  const rows = await database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${seedLock}::bigint)`);
    const marks = await transaction.select().from(loadedParts);
    const size = seedSizes.find((known) => known === marks[0]?.size) ?? options.size;
    let sum = 0;
    for (const [index, part] of parts.entries()) {
      if (marks.some((mark) => mark.part === part.name)) continue;
      options.onPart?.(part.name, index + 1);
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

export const batchSize = 500;

/** Sets a table's next position to follow the loaded rows. */
export async function continuePositions(database: Database, table: PgTable): Promise<void> {
  await database.execute(
    sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'position'), max(position)) from ${table}`,
  );
}

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const columnsOf = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [inSnakeCase(name), value]));

/** Adds rows; a batch is one statement with one parameter, however many values it has. */
export async function insertRows<Table extends PgTable>(
  database: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  const json = JSON.stringify(rows.map(columnsOf));
  await database.execute(
    sql`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`,
  );
}

/** Adds this many rows, each made by its place from 1, in batches. */
export async function insertMany<Table extends PgTable>(
  { database, report }: Pick<SeedContext, "database" | "report">,
  table: Table,
  count: number,
  rowAt: (place: number) => Table["$inferInsert"],
): Promise<void> {
  for (let start = 1; start <= count; start += batchSize) {
    const length = Math.min(batchSize, count - start + 1);
    await insertRows(
      database,
      table,
      Array.from({ length }, (_, index) => rowAt(start + index)),
    );
    report(length);
  }
}

/** A part that is few rows of one table. */
export const tablePart = <Table extends PgTable>(
  name: string,
  table: Table,
  rowsOf: (size: SeedSize, anchor: Date) => readonly Table["$inferInsert"][],
): SeedPart => ({
  name,
  tables: [getTableName(table)],
  async load({ database, size, anchor, report }) {
    const rows = rowsOf(size, anchor);
    await insertRows(database, table, rows);
    report(rows.length);
  },
});
