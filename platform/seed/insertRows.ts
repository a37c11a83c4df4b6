import { sql } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";

/** Rows per statement. */
export const batchSize = 500;

/** Sets a table's next position to follow the loaded rows. */
export async function continuePositions(database: Database, table: string): Promise<void> {
  await database.execute(
    sql`select setval(pg_get_serial_sequence(${table}, 'position'), max(position)) from ${sql.identifier(table)}`,
  );
}

/** Adds rows under their column names; a batch is one statement. */
export async function insertRows(database: Database, table: string, rows: readonly object[]): Promise<void> {
  const name = sql.identifier(table);
  await database.execute(
    sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`,
  );
}
