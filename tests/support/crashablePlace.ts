import { connectPglite, connectPostgres } from "#platform/database/connect.ts";

/** The database of a process that a test kills: a PostgreSQL URL, or a folder for PGlite. */
export const openPlace = (where: string) =>
  where.startsWith("postgres:")
    ? connectPostgres(where, (error) => {
        throw error;
      })
    : connectPglite(where);

/** Says one value to the test, as a line of JSON. */
export const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
