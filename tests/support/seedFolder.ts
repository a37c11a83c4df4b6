import { join } from "node:path";
import { connectPglite } from "#platform/database/connect.ts";
import { migrate } from "#platform/database/migrate.ts";
import { seedParts } from "#platform/resources.ts";
import { seed } from "#platform/seed/seed.ts";

/** Fills the given data folder like a platform that has just loaded the small seed. */
const [folder = ""] = process.argv.slice(2);
const connection = await connectPglite(join(folder, "platform"));
await migrate(connection.database);
await seed(connection.database, seedParts, { size: "small", anchor: new Date() });
await connection.close();
