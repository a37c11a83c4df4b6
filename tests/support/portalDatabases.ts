import { afterAll, beforeAll, describe } from "vitest";
import { migrate } from "#app/core/database/migrate.server.ts";
import { type Connection, connectPglite, connectPostgres, type Database } from "#database/connect.ts";
import type { Watch } from "#database/watch.ts";
import { newDatabase } from "./runPostgres.ts";

type Engine = { name: string; connect(): Promise<{ connection: Connection; close(): Promise<void> }> };

const pglite: Engine = {
  name: "PGlite",
  async connect() {
    const connection = connectPglite();
    return { connection, close: connection.close };
  },
};
const postgres: Engine = {
  name: "PostgreSQL",
  async connect() {
    const created = await newDatabase();
    if (!created) throw new Error("This run has no PostgreSQL");
    let isClosing = false;
    const connection = connectPostgres(created.url, (problem) => {
      // The server may meet connections that are ending when it drops their database, and ends them first.
      if (!isClosing) throw problem;
    });
    return {
      connection,
      async close() {
        isClosing = true;
        await connection.close();
        await created.drop();
      },
    };
  },
};

/** What proves a promise runs on both engines in `npm run test:full`, anything else on the first one alone. */
function engines(): Engine[] {
  const isWhole = process.env.TEST_SUITE === "full";
  return isWhole ? [postgres, { ...pglite, name: `${pglite.name}, the second engine` }] : [postgres];
}

/** The database of a portal without anything in it. */
export type PortalDatabase = {
  (): Database;
  /** The same database as another process of the portal reaches it, whose calls `watch` makes. */
  watchedBy(watch: Watch): Database;
};

function databaseOn({ connect }: Engine): PortalDatabase {
  let opened: Awaited<ReturnType<typeof connect>> | undefined;
  beforeAll(async () => {
    opened = await connect();
    await migrate(opened.connection.database);
  });
  afterAll(() => opened?.close());
  const connected = () => {
    if (!opened) throw new Error("The database is there once the tests run");
    return opened.connection;
  };
  return Object.assign(() => connected().database, {
    watchedBy: (watch: Watch) => connected().watchedBy(watch),
  });
}

/** Tests on each engine of this run; the database is there once the tests run, and belongs to them alone. */
export const onPortalDatabases = (promises: (database: PortalDatabase) => void): void =>
  describe.each(engines())("on $name", (engine) => promises(databaseOn(engine)));

/** A database for tests that need one and promise nothing about it, whichever engine that is. */
export const somePortalDatabase = (): PortalDatabase => databaseOn(postgres);

/** Makes each call of a database in its turn, as one of several processes: `turn` decides when. */
export const inTurn =
  (turn: () => Promise<unknown>): Watch =>
  async (call) => {
    await turn();
    return call();
  };
