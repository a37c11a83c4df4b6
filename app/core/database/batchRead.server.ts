import { type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#database/connect.ts";

/**
 * A query that can be one part of a statement: `parse` gets its rows as JSON, by their columns' names in the database.
 */
export type Read<Result> = { query: SQLWrapper; parse(rows: readonly unknown[]): Result };

type Results<Reads> = { [Name in keyof Reads]: Reads[Name] extends Read<infer Result> ? Result : never };

const rowsOf = z.array(z.unknown());

/** Runs several reads as one statement: one snapshot, one round trip. */
export async function readBatch<Reads extends Record<string, Read<unknown>>>(
  database: Database,
  reads: Reads,
): Promise<Results<Reads>> {
  const fields = Object.entries(reads).map(([name, { query }]) => [
    name,
    sql`(select coalesce(jsonb_agg(to_jsonb(one.*)), '[]') from ${query} one)`.as(name),
  ]);
  const [row = {}] = await database.select(Object.fromEntries(fields)).from(sql`(select 1) as once`);
  const results = Object.entries(reads).map(([name, { parse }]) => [name, parse(rowsOf.parse(row[name]))]);
  // Each by the name of its query.
  return Object.fromEntries(results) as Results<Reads>;
}

/** Runs one of them alone. */
export const readOne = async <Result>(database: Database, read: Read<Result>): Promise<Result> =>
  (await readBatch(database, { read })).read;
