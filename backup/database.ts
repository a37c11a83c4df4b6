import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { z } from "zod";
import { lockDirectory } from "#platform/database/directoryLock.ts";
import { copyFolder, hasFiles, setAside } from "./folders.ts";

/** The platform's database: PostgreSQL by its URL, else the embedded one in its folder. */
export type DatabasePlace = { url: string | undefined; folder: string };

const dumpFile = "database.dump";
const run = promisify(execFile);

/** The URL as the tools of PostgreSQL take it: in no list of processes. */
function environmentOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const plain = {
    PGHOST: searchParams.get("host") ?? decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get("sslmode") ?? "",
    PGSSLROOTCERT: searchParams.get("sslrootcert") ?? "",
  };
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== ""));
}

/** Runs a tool of PostgreSQL; throws an Error in its words, or that it is not installed. */
async function runTool(tool: "pg_dump" | "pg_restore", url: string, args: string[]): Promise<void> {
  try {
    // biome-ignore lint/style/noProcessEnv: a tool is found on the PATH.
    await run(tool, args, { env: { ...process.env, ...environmentOf(url) } });
  } catch (problem) {
    if (problem instanceof Error && "code" in problem && problem.code === "ENOENT")
      throw new Error(
        `${tool} is not installed here: it comes with PostgreSQL's client, of the server's version.`,
      );
    const said = problem instanceof Error && "stderr" in problem ? String(problem.stderr).trim() : "";
    throw new Error(`${tool} failed: ${said}`, { cause: problem });
  }
}

async function asked<T extends z.ZodType>(url: string, schema: T, sql: string): Promise<z.output<T>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return schema.parse((await client.query(sql)).rows);
  } finally {
    await client.end();
  }
}
const counts = z.array(z.object({ count: z.coerce.number() }));

/** Runs `work` on the embedded database's folder while no platform has it open; throws an Error in words otherwise. */
async function whileClosed<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const unlock = await lockDirectory(folder);
  try {
    return await work();
  } finally {
    await unlock();
  }
}

/** Writes the whole database into `folder`. PostgreSQL may be in use meanwhile, the embedded one may not. */
export async function backUpDatabase(
  place: DatabasePlace,
  folder: string,
): Promise<"none" | "embedded" | "postgres"> {
  if (place.url) {
    await runTool("pg_dump", place.url, [
      "--format=custom",
      "--no-owner",
      `--file=${join(folder, dumpFile)}`,
    ]);
    return "postgres";
  }
  const data = join(place.folder, "postgres");
  if (!existsSync(data)) return "none";
  await whileClosed(place.folder, () => copyFolder(data, join(folder, "database")));
  return "embedded";
}

/** What stands in the way of restoring a database, in words; throws where it is in use. */
export async function databaseInTheWay({ url, folder }: DatabasePlace): Promise<string[]> {
  if (!url) {
    if (!(await hasFiles(join(folder, "postgres")))) return [];
    return whileClosed(folder, async () => [`${folder} holds a database`]);
  }
  const [users] = await asked(
    url,
    counts,
    `select count(*) from pg_stat_activity
     where datname = current_database() and application_name = 'utopia-platform'`,
  );
  if (users && users.count > 0)
    throw new Error("A platform has the database open. Stop every one of them first.");
  const [tables] = await asked(
    url,
    counts,
    "select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  return tables && tables.count > 0 ? [`The database holds ${tables.count} tables`] : [];
}

/**
 * Puts the database back. The embedded one that is there is set aside; PostgreSQL's tables are dropped first. Throws an
 * Error in words.
 */
export async function restoreDatabase(place: DatabasePlace, folder: string, at: Date): Promise<void> {
  if (place.url) {
    await asked(
      place.url,
      z.unknown(),
      "drop schema if exists pgboss cascade; drop schema public cascade; create schema public",
    );
    const how = ["--no-owner", "--exit-on-error", "--single-transaction", "--clean", "--if-exists"];
    await runTool("pg_restore", place.url, [
      ...how,
      `--dbname=${environmentOf(place.url).PGDATABASE ?? ""}`,
      join(folder, dumpFile),
    ]);
    return;
  }
  await whileClosed(place.folder, async () => {
    const data = join(place.folder, "postgres");
    if (existsSync(data)) await setAside(data, at);
    await copyFolder(join(folder, "database"), data);
  });
}
