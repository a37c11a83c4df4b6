import { type Column, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "#platform/database/connect.ts";

/** Bytes of one answer of the database: it is read in a few milliseconds. */
const partSize = 512 * 1024;

/**
 * The bytes in a column of one row, read part by part: the platform answers calls in between. They are never changed
 * once they are stored. Throws where there is no such row.
 */
export async function readInParts(
  database: Database,
  table: PgTable,
  column: Column,
  isRow: SQL,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let from = 1, length = 1; from <= length; from += partSize) {
    const [found] = await database
      .select({
        part: sql<Uint8Array>`substring(${column} from ${from}::int for ${partSize}::int)`,
        length: sql<number>`octet_length(${column})`,
      })
      .from(table)
      .where(isRow);
    if (!found) throw new Error("There are no bytes to be read");
    parts.push(found.part);
    length = found.length;
  }
  return Buffer.concat(parts);
}
