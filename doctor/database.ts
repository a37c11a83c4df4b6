import pg from "pg";
import type { ExecuteSql } from "#platform/database/connect.ts";
import { missingMigrations } from "#platform/database/migrate.ts";
import { type Finding, findingsAbout } from "./finding.ts";
import { timeoutMs, whyNoAnswer } from "./reach.ts";

const database = findingsAbout("Database");
const schema = findingsAbout("Database's schema");

/** PostgreSQL error codes (its manual, appendix A) that are caused by a setting. */
const refusals: Record<string, string> = {
  "28P01": "it refuses the name or password",
  "28000": "it refuses this user",
  "3D000": "it has no database of that name",
  "53300": "it has no connection left",
  "57P03": "it is starting or stopping",
};

/** Whether the schema is this version's: the database is queried for its migrations. */
export async function schemaFinding(executeSql: ExecuteSql): Promise<Finding> {
  const missing = await missingMigrations(executeSql);
  if (missing === 0) return schema.ok("The database has this version's schema.");
  return schema.warning(
    `The database lacks ${missing === 1 ? "one step" : `${missing} steps`} of this version's schema.`,
    "Start the platform once: it brings the database up by itself (npm run platform).",
  );
}

/** Whether the platform's PostgreSQL responds and is compatible. */
export async function databaseFindings(url: string): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: "utopia-doctor",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return [
      database.ok("The database answers."),
      await schemaFinding((text, values) => client.query(text, values)),
    ];
  } catch (problem) {
    const code = problem instanceof Error && "code" in problem ? String(problem.code) : "";
    return [
      database.wrong(
        `The database cannot be used: ${refusals[code] ?? whyNoAnswer(problem)}.`,
        "See that PLATFORM_DATABASE_URL is right and that PostgreSQL runs: psql \"$PLATFORM_DATABASE_URL\" -c 'select 1'.",
      ),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}
