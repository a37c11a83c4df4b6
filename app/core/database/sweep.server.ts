import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#database/connect.ts";

const tables = z.object({ rows: z.array(z.object({ name: z.string() })) });

/** Deletes the rows of all tables that have expired: those with a column `expires_at`, whosever they are. */
export async function sweep(database: Database): Promise<void> {
  const expiring = await database.execute(
    sql`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'expires_at'`,
  );
  for (const { name } of tables.parse(expiring).rows)
    await database.execute(sql`delete from ${sql.identifier(name)} where expires_at < now()`);
}
