import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { type Connection, connectPglite, connectPostgres } from "#database/connect.ts";
import { newDatabase, templates } from "./runPostgres.ts";

/** An engine for the same tests; `open` returns a new database, migrated and with the small seed. */
export type TestDatabase = { name: string; open(): Promise<Connection> };

const throwIdle = (error: Error) => {
  throw error;
};

/** Whether there is a PostgreSQL server to test on. */
export const hasPostgres = (): boolean => Boolean(process.env.TEST_POSTGRES_URL);

/** The URL of a new, empty database for another process; undefined without PostgreSQL. */
export const newPostgres = async (): Promise<string | undefined> => (await newDatabase())?.url;

/** The URL of a new database with the small seed; undefined without PostgreSQL. */
export const newSeededPostgres = async (): Promise<string | undefined> =>
  (await newDatabase(templates.database))?.url;

/** PGlite in memory. */
const pglite: TestDatabase = {
  name: "PGlite",
  open: async () => connectPglite(undefined, new Blob([await readFile(inject("pgliteDump") ?? "")])),
};

const postgres: TestDatabase = {
  name: "PostgreSQL",
  open: async () => connectPostgres((await newSeededPostgres()) ?? "", throwIdle),
};

/** The engines of this run. What proves a promise runs on both, anything else on the first one alone (scripts/test.mjs). */
export function testDatabases(): TestDatabase[] {
  if (!hasPostgres()) return [pglite];
  const second = { ...pglite, name: `${pglite.name}, the second engine` };
  return inject("pgliteDump") === undefined ? [postgres] : [postgres, second];
}
