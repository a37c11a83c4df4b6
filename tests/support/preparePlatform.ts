import { join } from "node:path";
import { connectPglite } from "#platform/database/connect.ts";
import { migrate } from "#platform/database/migrate.ts";
import { seedParts } from "#platform/resources.ts";
import { seed } from "#platform/seed/seed.ts";
import { bundle } from "./bundle.ts";

/** Fills a folder: the bundled platform, and a data folder like that of one that has just loaded the small seed. */
const [folder = ""] = process.argv.slice(2);

async function loadSeed(): Promise<void> {
  const connection = await connectPglite(join(folder, "data/platform"));
  await migrate(connection.database);
  await seed(connection.database, seedParts, { size: "small", anchor: new Date() });
  await connection.close();
}

await Promise.all([bundle("platform/start.ts", folder), loadSeed()]);
