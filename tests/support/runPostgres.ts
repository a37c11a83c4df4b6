import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "./postgres.ts";
import { prepared } from "./preparedPlatform.ts";

/** The databases of a prepared server: a platform's with the small seed of today, and the one that database tests copy. */
export const templates = { platform: "platform_small", database: "seeded" } as const;

function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function tell(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A new database of a server, empty or a copy of another one that nobody uses; resolves to its URL. */
export async function createDatabase(server: string, name: string, from = "template1"): Promise<string> {
  // Through the log, page by page, it takes three times as long.
  await tell(server, `create database ${name} template ${from} strategy file_copy`);
  return databaseAt(server, name);
}

/** The URL of the run's server, for its workers; undefined outside a run. */
const serverOfRun = () => process.env.TEST_POSTGRES_URL;

/**
 * Starts the PostgreSQL server of a run: databases cost a tenth of what an embedded one takes. Does nothing if the run
 * has one. Returns how to stop it.
 */
export async function startRunPostgres(): Promise<() => Promise<void>> {
  if (serverOfRun() !== undefined) return async () => undefined;
  const server = await startPostgres(join(await prepared("postgres"), "cluster"));
  process.env.TEST_POSTGRES_URL = server.url;
  return async () => {
    delete process.env.TEST_POSTGRES_URL;
    await server.stop();
  };
}

/** A new database of the run's server; undefined outside a run, where an embedded one serves. */
export async function newDatabase(template?: string) {
  const server = serverOfRun();
  if (server === undefined) return undefined;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const url = await createDatabase(server, name, template);
  return { url, drop: () => tell(server, `drop database if exists ${name} with (force)`) };
}
