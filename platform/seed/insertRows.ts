import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "#platform/database/connect.ts";
import type { SeedContext, SeedPart } from "./seed.ts";
import type { SeedSize } from "./stores.ts";

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
  rows: (size) => rowsOf(size, new Date(0)).length,
  async load({ database, size, anchor, report }) {
    const rows = rowsOf(size, anchor);
    await insertRows(database, table, rows);
    report(rows.length);
  },
});
