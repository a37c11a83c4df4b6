import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import pg from "pg";
import { z } from "zod";
import { connectPglite } from "#database/connect.ts";
import { lockDirectory } from "#database/directoryLock.ts";
import { copyFolder, hasFiles, type Prepared, replaceFolder } from "./folders.ts";

/** The database of the portal or of the platform: PostgreSQL by its URL, else the embedded one in its folder. */
export type DatabasePlace = {
  owner: "portal" | "platform";
  url: string | undefined;
  folder: string;
  /** SQL that is run in a restored database before anybody uses it; a dump leaves no search path, so it names schemas. */
  whenRestored?: string;
};

/** For the portal's: its backup may have sessions that were ended since. */
export const endSignIns = "delete from public.sessions; delete from public.pending_sign_ins;";

/** How a backup holds a database; `none` where there is none. */
export const databaseKinds = ["none", "embedded", "postgres"] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

const dumpOf = ({ owner }: DatabasePlace, folder: string): string => join(folder, `${owner}.dump`);
const run = promisify(execFile);

/** The URL for PostgreSQL's tools, passed without appearing in a process list. */
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

type Tool = "pg_dump" | "pg_restore" | "psql";

// Tools are found on the PATH.
// biome-ignore lint/style/noProcessEnv: the caller's environment says where the tools are.
const environmentFor = (url: string) => ({ ...process.env, ...environmentOf(url) });

/** Runs a tool of PostgreSQL, and resolves to its output; throws an Error in its words, or that it is not installed. */
async function runTool(tool: Tool, url: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run(tool, args, { env: environmentFor(url), maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (problem) {
    if (problem instanceof Error && "code" in problem && problem.code === "ENOENT")
      throw new Error(
        `${tool} is not installed here: it comes with PostgreSQL's client, of the server's version.`,
      );
    const stderr = problem instanceof Error && "stderr" in problem ? String(problem.stderr).trim() : "";
    throw new Error(`${tool} failed: ${stderr}`, { cause: problem });
  }
}

async function query<T extends z.ZodType>(url: string, schema: T, sql: string): Promise<z.output<T>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return schema.parse((await client.query(sql)).rows);
  } finally {
    await client.end();
  }
}
const counts = z.array(z.object({ count: z.coerce.number() }));

/** Runs `work` on an embedded database's folder under its lock; throws an Error in words while a process has it open. */
async function whileClosed<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const unlock = await lockDirectory(folder);
  try {
    return await work();
  } finally {
    await unlock();
  }
}

/**
 * Writes a whole database, as it is at one moment, into `folder`. PostgreSQL may be in use meanwhile, the embedded one
 * may not.
 */
export async function backUpDatabase(place: DatabasePlace, folder: string): Promise<DatabaseKind> {
  if (place.url) {
    await runTool("pg_dump", place.url, ["--format=custom", "--no-owner", `--file=${dumpOf(place, folder)}`]);
    return "postgres";
  }
  const data = join(place.folder, "postgres");
  if (!existsSync(data)) return "none";
  await whileClosed(place.folder, () => copyFolder(data, join(folder, place.owner)));
  return "embedded";
}

/** Throws an Error in words where a backup's database is not of the kind that is configured here. */
export function assertSameKind({ owner, url }: DatabasePlace, kind: DatabaseKind): void {
  const setting = `${owner.toUpperCase()}_DATABASE_URL`;
  if (kind === "postgres" && !url)
    throw new Error(
      `The ${owner}'s database comes from PostgreSQL: set ${setting} to the one that takes it.`,
    );
  if (kind === "embedded" && url)
    throw new Error(`The ${owner}'s database is an embedded one: unset ${setting}.`);
}

/** Why a database cannot be restored, in words; throws where it is in use. */
export async function databaseInTheWay({ owner, url, folder }: DatabasePlace): Promise<string[]> {
  if (!url) {
    if (!(await hasFiles(join(folder, "postgres")))) return [];
    return whileClosed(folder, async () => [`${folder} holds a database`]);
  }
  const [users] = await query(
    url,
    counts,
    `select count(*) from pg_stat_activity
     where datname = current_database() and application_name = 'utopia-${owner}'`,
  );
  if (users && users.count > 0)
    throw new Error(`A ${owner} has its database open. Stop every one of them first.`);
  const [tables] = await query(
    url,
    counts,
    "select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  return tables && tables.count > 0 ? [`The ${owner}'s database holds ${tables.count} tables`] : [];
}

/** The major version in a text of PostgreSQL, such as '16' of 'Dumped from database version: 16.4'. */
const majorIn = (text: string, before: string): number =>
  Number(new RegExp(`${before}\\D*(\\d+)`).exec(text)?.[1] ?? Number.NaN);

/** Throws an Error in words where a dump is unreadable, or the server's version does not accept it. */
async function assertDumpFits(url: string, file: string): Promise<void> {
  await runTool("psql", url, ["--version"]);
  const contents = await runTool("pg_restore", url, ["--list", file]);
  const dumped = majorIn(contents, "Dumped from database version:");
  const [server] = await query(
    url,
    z.array(z.object({ version: z.coerce.number() })),
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  if (!(server && server.version >= dumped))
    throw new Error(
      `The database comes from PostgreSQL ${dumped}, and the server here is ${server?.version}.`,
    );
}

const replaceAll = `begin;
drop schema if exists pgboss cascade; drop schema public cascade; create schema public;
`;

/**
 * Replaces a database's whole content by a dump, and runs `whenRestored`, in one transaction: if anything fails or ends in between, the old
 * content stays.
 */
async function replaceByDump(url: string, file: string, whenRestored: string): Promise<void> {
  const options = { env: environmentFor(url) };
  const args = ["--no-owner", "--exit-on-error", "--clean", "--if-exists", "--file=-", file];
  const reading = spawn("pg_restore", args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const writing = spawn("psql", ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null"], {
    ...options,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = (child: ChildProcess) =>
    new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
  const ends = Promise.all([ended(reading), ended(writing)]);
  async function* script() {
    yield replaceAll;
    yield* reading.stdout;
    // Without a commit the transaction is rolled back when psql ends.
    if ((await ended(reading)) === 0) yield `\n${whenRestored}\ncommit;\n`;
  }
  const [output, failed, , [, code]] = await Promise.all([
    text(reading.stderr),
    text(writing.stderr),
    // When psql gives up it stops reading, and reports the reason.
    pipeline(script, writing.stdin).catch(() => reading.kill()),
    ends,
  ]);
  if (code !== 0 || reading.exitCode !== 0)
    throw new Error(`The database could not be restored, and is as it was: ${(failed || output).trim()}`);
}

/**
 * Checks and prepares everything for restoring the database. `swap` replaces the existing one in one step: PostgreSQL
 * in one transaction; the embedded one by renaming, which sets the old folder aside. Throws an Error in words, and then
 * nothing is changed.
 */
export async function prepareDatabase(place: DatabasePlace, folder: string, at: Date): Promise<Prepared> {
  const { owner, url, whenRestored = "" } = place;
  if (url) {
    const file = dumpOf(place, folder);
    await assertDumpFits(url, file);
    return { swap: () => replaceByDump(url, file, whenRestored), discard: async () => undefined };
  }
  const spare = join(place.folder, "restoring");
  const discard = () => rm(spare, { recursive: true, force: true });
  await discard();
  await copyFolder(join(folder, owner), join(spare, "postgres"));
  const opened = connectPglite(spare);
  try {
    await opened.executeSql("select count(*) from schema_migrations");
    await opened.executeSql(whenRestored);
  } finally {
    await opened.close();
  }
  const swap = () =>
    whileClosed(place.folder, () =>
      replaceFolder(join(spare, "postgres"), join(place.folder, "postgres"), at),
    );
  return { swap, discard };
}
