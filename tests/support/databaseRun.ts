import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { connectPostgres } from "#platform/database/connect.ts";
import { startPostgres } from "./postgres.ts";
import { prepared } from "./preparedPlatform.ts";
import { fillTemplate } from "./testSeed.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The templates of the tests' databases: a PGlite dump file, and a server's URL. */
    databases: { dump: string; postgres: string | undefined };
    crashableWorker: string;
  }
}

export const template = "seeded";

export function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function createTemplate(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const connection = connectPostgres(databaseAt(server, template), (error) => {
    throw error;
  });
  await fillTemplate(connection);
  await connection.close();
}

/**
 * Migrates and seeds once per run for all tests that need a database: a PGlite dump, and a template on one PostgreSQL
 * server if installed.
 */
export default async function startDatabaseRun({ provide }: TestProject) {
  const postgres = await startPostgres();
  const [folder] = await Promise.all([prepared(), postgres && createTemplate(postgres.url)]);
  provide("databases", { dump: join(folder, "database.tar"), postgres: postgres?.url });
  provide("crashableWorker", join(folder, "crashableWorker.mjs"));
  return () => postgres?.stop();
}
