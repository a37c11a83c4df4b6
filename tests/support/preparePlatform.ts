import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { connectPglite } from "#platform/database/connect.ts";
import { migrate } from "#platform/database/migrate.ts";
import { seedParts } from "#platform/resources.ts";
import { seed } from "#platform/seed/seed.ts";
import { bundle } from "./bundle.ts";
import { fillTemplate } from "./testSeed.ts";

/**
 * Fills a folder: the bundled platform and the crashable worker, a database without rows, a data folder like that of a
 * platform that has just loaded the small seed, and the dump that the tests' databases start from.
 */
const [folder = ""] = process.argv.slice(2);
const empty = join(folder, "empty");
const platform = join(folder, "data/platform");
const template = join(folder, "template");

/** Creating a database takes several times as long as filling it, so it is done once. */
async function createDatabase(): Promise<void> {
  const connection = await connectPglite(empty);
  await migrate(connection.database);
  await connection.close();
  for (const copy of [platform, template]) await cp(empty, copy, { recursive: true });
}

async function loadSeed(): Promise<void> {
  const connection = await connectPglite(platform);
  await seed(connection.database, seedParts, { size: "small", anchor: new Date() });
  await connection.close();
}

async function writeDump(): Promise<void> {
  const connection = await connectPglite(template);
  await fillTemplate(connection);
  await connection.close();
  const client = await PGlite.create({ dataDir: join(template, "postgres") });
  const dump = await client.dumpDataDir("none");
  await client.close();
  await writeFile(join(folder, "database.tar"), Buffer.from(await dump.arrayBuffer()));
  await rm(template, { recursive: true });
}

async function prepareData(): Promise<void> {
  await createDatabase();
  await Promise.all([loadSeed(), writeDump()]);
}

await Promise.all([bundle(["platform/start.ts", "tests/support/crashableWorker.ts"], folder), prepareData()]);
