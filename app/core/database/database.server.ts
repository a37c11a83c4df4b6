import { env } from "#app/core/env.server.ts";
import { log } from "#app/core/log.server.ts";
import { countDatabaseCall } from "#app/core/metrics.server.ts";
import { connectPglite, connectPostgres } from "#database/connect.ts";
import { failWhileSilent } from "#database/silence.ts";
import type { Watch } from "#database/watch.ts";
import { databaseFolder } from "./folder.server.ts";
import { migrate } from "./migrate.server.ts";
import { createSeal } from "./seal.server.ts";

/** The portal's own database: PostgreSQL at `PORTAL_DATABASE_URL`, else embedded. Connected by the first query. */
const connection = env.PORTAL_DATABASE_URL
  ? connectPostgres(
      env.PORTAL_DATABASE_URL,
      (problem) => log.error({ problem: problem.message }, "database connection"),
      "utopia-portal",
    )
  : connectPglite(databaseFolder);

const counted: Watch = async (call) => {
  const started = performance.now();
  let hasFailed = true;
  try {
    const answer = await call();
    hasFailed = false;
    return answer;
  } finally {
    countDatabaseCall(performance.now() - started, hasFailed);
  }
};

/** The embedded database is of this process: it is never silent but for its own queries. */
const guarded: Watch =
  connection.kind === "postgres"
    ? failWhileSilent(() => connection.executeSql("select 1"))
    : (call) => call();

let prepared: Promise<unknown> | undefined;

/** Gives the database the tables of this version, once for this process, before its first call; after a failure again. */
export function prepareDatabase(): Promise<unknown> {
  prepared ??= migrate(connection.database).catch((problem: unknown) => {
    prepared = undefined;
    throw problem;
  });
  return prepared;
}

export const database = connection.watchedBy((call) =>
  counted(() =>
    guarded(async () => {
      await prepareDatabase();
      return call();
    }),
  ),
);

/** The seal of everything secret that the portal stores. */
export const seal = createSeal(env.SESSION_SECRET);
