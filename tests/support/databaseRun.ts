import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type Connection, connectPglite, connectPostgres } from "#platform/database/connect.ts";
import { migrate } from "#platform/database/migrate.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { seedParts } from "#platform/resources.ts";
import { seed } from "#platform/seed/seed.ts";
import { bundle } from "./bundle.ts";
import { testEdiPartner } from "./ediFiles.ts";
import { startPostgres } from "./postgres.ts";
import { quickCompiler } from "./quickCompiler.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The templates of the tests' databases: a PGlite dump file, and a server's URL. */
    databases: { dump: string; postgres: string | undefined };
    crashableWorker: string;
  }
}

/** The test seed's change times count back from this moment. */
export const testAnchor = new Date("2026-11-20T00:00:00Z");

export const template = "seeded";

export function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function prepare(connection: Connection): Promise<void> {
  await migrate(connection.database);
  await seed(connection.database, seedParts, { size: "small", anchor: testAnchor });
  // The anchor is fixed and the clock is not: no retry of the seed may come due during a test.
  await connection.executeSql("update orders set step_at = '2099-01-01' where status = 'UNPROCESSABLE_SOFT'");
  await connection.database.insert(ediPartners).values(testEdiPartner);
  await connection.close();
}

async function writeDump(folder: string): Promise<string> {
  const directory = join(folder, "pglite");
  await prepare(await connectPglite(directory));
  const client = await PGlite.create({ dataDir: join(directory, "postgres") });
  const dump = await client.dumpDataDir("none");
  await client.close();
  const file = join(folder, "pglite.tar");
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  return file;
}

async function createTemplate(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await prepare(
    connectPostgres(databaseAt(server, template), (error) => {
      throw error;
    }),
  );
}

/**
 * Migrates and seeds once per run for all tests that need a database: a PGlite dump, and a template on one PostgreSQL
 * server if installed. Bundles the crashable worker.
 */
export default async function startDatabaseRun({ provide }: TestProject) {
  for (const word of quickCompiler) setFlagsFromString(word);
  const folder = await mkdtemp(join(tmpdir(), "utopia-databases-"));
  const postgres = await startPostgres();
  const [crashableWorker, dump] = await Promise.all([
    bundle("tests/support/crashableWorker.ts"),
    writeDump(folder),
    postgres && createTemplate(postgres.url),
  ]);
  provide("databases", { dump, postgres: postgres?.url });
  provide("crashableWorker", crashableWorker);
  return async () => {
    await postgres?.stop();
    for (const gone of [folder, crashableWorker]) await rm(gone, { recursive: true, force: true });
  };
}
