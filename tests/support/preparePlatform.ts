import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { type Connection, connectPglite, connectPostgres } from "#database/connect.ts";
import { migrate } from "#platform/database/migrate.ts";
import { seedParts } from "#platform/resources.ts";
import { seed } from "#platform/seed/seed.ts";
import { bundle } from "./bundle.ts";
import { startPostgres } from "./postgres.ts";
import type { Prepared } from "./preparedPlatform.ts";
import { createDatabase, templates } from "./runPostgres.ts";
import { fillTemplate } from "./testSeed.ts";

/** Fills a folder with one of the parts that all tests of a run start from. */
const [part = "", folder = ""] = process.argv.slice(2);

const loadSmallSeed = ({ database }: Connection) =>
  seed(database, seedParts, { size: "small", anchor: new Date() });

/** Creating a PGlite takes several times as long as filling it, so it is done once. */
async function preparePglite(): Promise<void> {
  const empty = join(folder, "empty");
  const platform = join(folder, "data/platform");
  const template = join(folder, "template");
  const created = connectPglite(empty);
  await migrate(created.database);
  await created.close();
  for (const copy of [platform, template]) await cp(empty, copy, { recursive: true });
  const fill = async (path: string, work: (connection: Connection) => Promise<unknown>) => {
    const connection = connectPglite(path);
    await work(connection);
    await connection.close();
  };
  await Promise.all([fill(platform, loadSmallSeed), fill(template, fillTemplate)]);
  const client = await PGlite.create({ dataDir: join(template, "postgres") });
  const dump = await client.dumpDataDir("none");
  await client.close();
  await writeFile(join(folder, "database.tar"), Buffer.from(await dump.arrayBuffer()));
  for (const used of [empty, template]) await rm(used, { recursive: true });
}

async function preparePostgres(): Promise<void> {
  const server = await startPostgres();
  if (!server) throw new Error("There is no PostgreSQL to prepare");
  const fill = async (name: string, work: (connection: Connection) => Promise<unknown>, from?: string) => {
    const connection = connectPostgres(await createDatabase(server.url, name, from), (error) => {
      throw error;
    });
    await work(connection);
    await connection.close();
  };
  await fill("migrated", ({ database }) => migrate(database));
  await fill(templates.platform, loadSmallSeed, "migrated");
  await fill(templates.database, fillTemplate, "migrated");
  await server.halt();
  await cp(server.data, join(folder, "cluster"), { recursive: true });
  await server.stop();
}

const preparing: Record<Prepared, () => Promise<unknown>> = {
  programs: () => bundle(["packages/platform/start.ts", "tests/support/crashableWorker.ts"], folder),
  pglite: preparePglite,
  postgres: preparePostgres,
};

const isPart = (name: string): name is Prepared => name in preparing;
if (!isPart(part)) throw new Error(`There is no part '${part}'`);
await preparing[part]();
