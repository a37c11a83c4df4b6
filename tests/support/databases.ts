import { type Connection, connectPglite, connectPostgres } from "#platform/database/connect.ts";
import { migrate } from "#platform/database/migrate.ts";
import { seed } from "#platform/seed/seed.ts";
import { startPostgres } from "./postgres.ts";

/** A database to run the same tests against; `open` migrates it and loads the small seed. */
export type TestDatabase = { name: string; open(): Promise<Connection>; stop(): Promise<void> };

/** The moment from which the change times of the test seed count back. */
export const testAnchor = new Date("2026-11-20T00:00:00Z");

const prepared = async (connection: Connection): Promise<Connection> => {
  await migrate(connection.database);
  await seed(connection.database, { size: "small", anchor: testAnchor });
  // The anchor stands still and the clock does not: no retry of the seed comes due in the middle of a test.
  await connection.executeSql("update orders set step_at = '2099-01-01' where status = 'UNPROCESSABLE_SOFT'");
  return connection;
};

const throwIdle = (error: Error) => {
  throw error;
};

/** PGlite in memory, and a PostgreSQL of one's own where the machine has its server. */
export async function startTestDatabases(): Promise<TestDatabase[]> {
  const postgres = await startPostgres();
  const pglite: TestDatabase = {
    name: "PGlite",
    open: async () => prepared(await connectPglite()),
    stop: async () => undefined,
  };
  if (!postgres) return [pglite];
  return [
    pglite,
    {
      name: "PostgreSQL",
      open: () => prepared(connectPostgres(postgres.url, throwIdle)),
      stop: postgres.stop,
    },
  ];
}
