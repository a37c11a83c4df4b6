import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { inject } from "vitest";
import { type Connection, connectPglite, connectPostgres } from "#platform/database/connect.ts";
import { databaseAt, template } from "./databaseRun.ts";

/** An engine for the same tests; `open` returns a new database, migrated and with the small seed. */
export type TestDatabase = { name: string; open(): Promise<Connection> };

const throwIdle = (error: Error) => {
  throw error;
};

const readDump = async () => new Blob([await readFile(inject("databases").dump)]);

/** PGlite in memory, and PostgreSQL if installed. */
export function testDatabases(): TestDatabase[] {
  const pglite = { name: "PGlite", open: async () => connectPglite(undefined, await readDump()) };
  if (!inject("databases").postgres) return [pglite];
  const open = async () => connectPostgres((await newPostgres({ seeded: true })) ?? "", throwIdle);
  return [pglite, { name: "PostgreSQL", open }];
}

/** The URL of a new database for another process; undefined without PostgreSQL. */
export async function newPostgres({ seeded = false } = {}): Promise<string | undefined> {
  const { postgres } = inject("databases");
  if (!postgres) return undefined;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  await client.query(`create database ${name} template ${seeded ? template : "template1"}`);
  await client.end();
  return databaseAt(postgres, name);
}
