import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { type Connection, connectPglite, connectPostgres } from "#database/connect.ts";
import { newDatabase, templates } from "./runPostgres.ts";

/** An engine for the same tests; `open` returns a new database, migrated and with the small seed. */
export type TestDatabase = { name: string; open(): Promise<Connection> };

const throwIdle = (error: Error) => {
  throw error;
};

/** The URL of a new, empty database for another process, or with the small seed. */
export async function newPostgres(template?: string): Promise<string> {
  const database = await newDatabase(template);
  if (!database) throw new Error("The run has no PostgreSQL server");
  return database.url;
}

export const newSeededPostgres = (): Promise<string> => newPostgres(templates.database);

/** PGlite in memory. */
const pglite: TestDatabase = {
  name: "PGlite",
  open: async () => connectPglite(undefined, new Blob([await readFile(inject("pgliteDump") ?? "")])),
};

const postgres: TestDatabase = {
  name: "PostgreSQL",
  open: async () => connectPostgres(await newSeededPostgres(), throwIdle),
};

/** The engines of this run. What proves a promise runs on both, anything else on the first one alone (scripts/test.mjs). */
export function testDatabases(): TestDatabase[] {
  const second = { ...pglite, name: `${pglite.name}, the second engine` };
  return inject("pgliteDump") === undefined ? [postgres] : [postgres, second];
}
