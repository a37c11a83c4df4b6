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
import { buildCrashableWorker } from "./crashableWorkerBuild.ts";
import { testEdiPartner } from "./ediFiles.ts";
import { startPostgres } from "./postgres.ts";
import { quickCompiler } from "./quickCompiler.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PGlite dump's file, and a server's URL: the templates of the tests' databases. */
    databases: { dump: string; postgres: string | undefined };
    /** The folder of the crashable process. */
    crashableWorker: string;
  }
}

/** The moment that the change times of the test seed count back from. */
export const testAnchor = new Date("2026-11-20T00:00:00Z");

/** The PostgreSQL template database. */
export const template = "seeded";

/** The URL of another database of the same server. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function prepare(connection: Connection): Promise<void> {
  await migrate(connection.database);
  await seed(connection.database, seedParts, { size: "small", anchor: testAnchor });
  // The anchor stands still and the clock does not: no retry of the seed comes due in the middle of a test.
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
 * Migrates and seeds once for all tests that need a database: a dump of PGlite, and a template on one PostgreSQL
 * server where the machine has one. Builds the process that tests kill.
 */
export default async function startDatabaseRun({ provide }: TestProject) {
  for (const word of quickCompiler) setFlagsFromString(word);
  const folder = await mkdtemp(join(tmpdir(), "utopia-databases-"));
  const postgres = await startPostgres();
  const [crashableWorker, dump] = await Promise.all([
    buildCrashableWorker(),
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
