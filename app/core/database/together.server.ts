import { type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#database/connect.ts";

/**
 * A query that can be one part of a statement: its rows arrive as JSON, by their columns' names in the database, and
 * `of` reads them.
 */
export type Read<Result> = { query: SQLWrapper; of(rows: readonly unknown[]): Result };

type Results<Reads> = { [Name in keyof Reads]: Reads[Name] extends Read<infer Result> ? Result : never };

const rowsOf = z.array(z.unknown());

/** What several queries read, in one statement: at one moment, and for one round trip. */
export async function readTogether<Reads extends Record<string, Read<unknown>>>(
  database: Database,
  reads: Reads,
): Promise<Results<Reads>> {
  const fields = Object.entries(reads).map(([name, { query }]) => [
    name,
    sql`(select coalesce(jsonb_agg(one), '[]') from ${query} one)`.as(name),
  ]);
  const [row = {}] = await database.select(Object.fromEntries(fields)).from(sql`(select 1) as once`);
  const results = Object.entries(reads).map(([name, { of }]) => [name, of(rowsOf.parse(row[name]))]);
  // Each by the name of its query.
  return Object.fromEntries(results) as Results<Reads>;
}

/** What one of them reads by itself. */
export const readAlone = async <Result>(database: Database, read: Read<Result>): Promise<Result> =>
  (await readTogether(database, { read })).read;
