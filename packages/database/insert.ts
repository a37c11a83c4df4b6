import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./connect.ts";

const batchSize = 100;

/** Adds rows in statements of a hundred: one statement has at most 65,535 parameters. */
export async function insertAll<Table extends PgTable>(
  database: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize)
    await database.insert(table).values(rows.slice(start, start + batchSize));
}
