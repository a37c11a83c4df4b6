import { existsSync } from "node:fs";
import { join } from "node:path";
import { connectPglite, connectPostgres } from "#database/connect.ts";
import { findCustomer, forgetCustomer } from "./domains/customers/forget.ts";
import { readPlaces } from "./env.ts";
import { openFileStore } from "./outside/files/settings.ts";

// The platform's part of `npm run forget`: `find` or `forget`, and the address in FORGET_EMAIL, which no process list
// shows. Its last line is the result as JSON.
async function run(email: string, command: string | undefined): Promise<void> {
  const { databaseUrl, dataDirectory, files: place } = readPlaces(process.env);
  const folder = join(dataDirectory, "platform");
  if (!databaseUrl && !existsSync(folder))
    throw new Error(
      "There is no platform's database here. Where orders lie with the company's own API, ask there.",
    );
  const connection = databaseUrl
    ? connectPostgres(databaseUrl, (error) => process.stderr.write(`${error.message}\n`))
    : connectPglite(folder);
  try {
    const { database } = connection;
    const found =
      command === "forget"
        ? await forgetCustomer(database, await openFileStore(place), email)
        : await findCustomer(database, email);
    process.stdout.write(`${JSON.stringify(found)}\n`);
  } finally {
    await connection.close();
  }
}

try {
  await run(process.env.FORGET_EMAIL ?? "", process.argv[2]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
