import pg from "pg";
import { z } from "zod";
import type { ExecuteSql } from "#database/connect.ts";
import { type Finding, findingsAbout } from "./finding.ts";
import { timeoutMs, whyNoAnswer } from "./reach.ts";

/** One of the two databases: whose it is, its setting, and how its migrations are counted. */
export type DatabaseCheck = {
  owner: "Portal" | "Platform";
  setting: "PORTAL_DATABASE_URL" | "PLATFORM_DATABASE_URL";
  missingMigrations: (executeSql: ExecuteSql) => Promise<number>;
};

const minPostgres = 15;

/** PostgreSQL error codes (its manual, appendix A) that are caused by a setting. */
const refusals: Record<string, string> = {
  "28P01": "it refuses the name or password",
  "28000": "it refuses this user",
  "3D000": "it has no database of that name",
  "42501": "it does not let this user in",
  "53300": "it has no connection left",
  "57P03": "it is starting or stopping",
};

const server = z.object({
  version: z.coerce.number(),
  name: z.string(),
  mayCreate: z.boolean(),
  isReadOnly: z.boolean(),
});

/** Whether a database accepts this version's tables. */
async function serverFinding({ owner, setting }: DatabaseCheck, executeSql: ExecuteSql): Promise<Finding> {
  const database = findingsAbout(`${owner}'s database`);
  const { rows } = await executeSql(
    `select current_setting('server_version_num')::int / 10000 as version,
            current_setting('server_version') as name,
            coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "mayCreate",
            current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  const { version, name, mayCreate, isReadOnly } = server.parse(rows[0]);
  if (version < minPostgres)
    return database.wrong(
      `The database is PostgreSQL ${name}, which is too old.`,
      `Use PostgreSQL ${minPostgres} or newer, and name it in ${setting}.`,
    );
  if (isReadOnly)
    return database.wrong(
      "The database takes no writes: it is a replica, or read-only.",
      `Name the primary server in ${setting}.`,
    );
  if (!mayCreate)
    return database.wrong(
      "The database does not let this user create tables.",
      `Make the user of ${setting} the owner of its database: alter database … owner to ….`,
    );
  return database.ok(`The database answers, and takes tables (PostgreSQL ${name}).`);
}

/** Whether a database has this version's schema. */
export async function schemaFinding(
  { owner, missingMigrations }: DatabaseCheck,
  executeSql: ExecuteSql,
): Promise<Finding> {
  const schema = findingsAbout(`${owner}'s schema`);
  const missing = await missingMigrations(executeSql);
  if (missing === 0) return schema.ok("The database has this version's schema.");
  const command = owner === "Portal" ? "npm start" : "npm run platform";
  return schema.warning(
    `The database lacks ${missing === 1 ? "one step" : `${missing} steps`} of this version's schema.`,
    `Start the ${owner.toLowerCase()} once: it brings the database up by itself (${command}).`,
  );
}

/** Whether a PostgreSQL responds and is compatible. */
export async function databaseFindings(check: DatabaseCheck, url: string): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: "utopia-doctor",
  });
  client.on("error", () => undefined);
  const executeSql: ExecuteSql = (text, values) => client.query(text, values);
  try {
    await client.connect();
    return [await serverFinding(check, executeSql), await schemaFinding(check, executeSql)];
  } catch (problem) {
    const code = problem instanceof Error && "code" in problem ? String(problem.code) : "";
    const { owner, setting } = check;
    const consequence = owner === "Portal" ? " Nobody can sign in, and nothing is taken." : "";
    return [
      findingsAbout(`${owner}'s database`).wrong(
        `The database cannot be used: ${refusals[code] ?? whyNoAnswer(problem)}.${consequence}`,
        `See that ${setting} is right and that PostgreSQL runs: psql "$${setting}" -c 'select 1'.`,
      ),
    ];
  } finally {
    // Of a connection that never opened there is nothing to end: the finding says why.
    await client.end().catch(() => undefined);
  }
}

/** The same database, whatever name and password open it. */
const placeOf = (url: string): string => {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || "5432"}${pathname}`;
};

/** Portal and platform need a database each: no finding where they have. */
export const sharedDatabaseFinding = (
  portalUrl: string | undefined,
  platformUrl: string | undefined,
): Finding[] =>
  portalUrl && platformUrl && placeOf(portalUrl) === placeOf(platformUrl)
    ? [
        findingsAbout("Databases").wrong(
          "Portal and platform have the same database: the migrations and tables of one would meet the other's.",
          "Create a database and an account for the portal, and name them in PORTAL_DATABASE_URL (deploy/postgres/portal.sh).",
        ),
      ]
    : [];
