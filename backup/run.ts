import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#app/env.server.ts";
import { readPlaces } from "#platform/env.ts";
import { backUpDatabase, databaseInTheWay, restoreDatabase } from "./database.ts";
import { copyFolder, hasFiles, setAside } from "./folders.ts";
import { checkedManifest, type Manifest, writeManifest } from "./manifest.ts";
import { backUpRecords, recordsInTheWay, restoreRecords, secretMark } from "./records.ts";

const { databaseUrl, dataDirectory, ediFolder, files: filePlace } = readPlaces(process.env);
/** The folder of files; undefined where a bucket has them, which is backed up by its own means. */
const fileFolder = filePlace.kind === "folder" ? filePlace.folder : undefined;
const database = { url: databaseUrl, folder: join(dataDirectory, "platform") };
const records = { redisUrl: env.SESSION_STORE_URL };
const mark = secretMark(env.SESSION_SECRET);

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Takes a backup into a folder that is not there yet; it appears when it is whole. The EDI folder comes before the
 * database: a file that is taken in between is in both, and is known again by its name, time and bytes.
 */
async function backUp(folder: string): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} is there already: name a folder that is not.`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await copyFolder(ediFolder, join(partial, "edi"));
  const databaseKind = await backUpDatabase(database, partial);
  // After the database: every file that it names is in the backup.
  if (fileFolder) await copyFolder(fileFolder, join(partial, "files"));
  else say("Files lie in a bucket, which is not in the backup: keep its versions, or copy it.");
  const kind = await backUpRecords(records, join(partial, "records"));
  const { files } = await writeManifest(partial, {
    records: { kind, secretMark: mark },
    database: databaseKind,
  });
  await rename(partial, folder);
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  say(
    `Backed up to ${folder}: ${files.length} files, ${megabytes.toFixed(1)} MB, checksums in manifest.json.`,
  );
  if (databaseKind === "none") say("There is no database of a platform here: none is in the backup.");
}

/** Whether a backup may go where it is to go; throws an Error in words. */
async function assertFits({ records: kept, database: kind }: Manifest, force: boolean): Promise<void> {
  if (kept.secretMark !== mark)
    throw new Error(
      "SESSION_SECRET is not the one of this backup: its records could not be read. Set the one from then.",
    );
  if (kept.kind === "redis" && !records.redisUrl)
    throw new Error("The records come from Redis: set SESSION_STORE_URL to the Redis that takes them.");
  if (kind !== "none" && (kind === "postgres") !== (databaseUrl !== undefined))
    throw new Error(
      kind === "postgres"
        ? "The database comes from PostgreSQL: set PLATFORM_DATABASE_URL to the one that takes it."
        : "The database is an embedded one: unset PLATFORM_DATABASE_URL.",
    );
  const inTheWay = [
    ...(kind === "none" ? [] : await databaseInTheWay(database)),
    ...((await hasFiles(ediFolder)) ? [`${ediFolder} holds files`] : []),
    ...(fileFolder && (await hasFiles(fileFolder)) ? [`${fileFolder} holds files`] : []),
    ...(await recordsInTheWay(records)),
  ];
  if (inTheWay.length > 0 && !force)
    throw new Error(
      `${inTheWay.join(".\n")}.\nNothing was changed. To replace all of it, add --force: folders are set aside, tables and Redis' records deleted.`,
    );
}

/** Puts a backup back; everything is checked before anything is changed. */
async function restore(folder: string, force: boolean): Promise<void> {
  const manifest = await checkedManifest(folder);
  await assertFits(manifest, force);
  const at = new Date();
  if (manifest.database !== "none") await restoreDatabase(database, folder, at);
  if (await hasFiles(ediFolder)) await setAside(ediFolder, at);
  await copyFolder(join(folder, "edi"), ediFolder);
  if (fileFolder) {
    if (await hasFiles(fileFolder)) await setAside(fileFolder, at);
    await copyFolder(join(folder, "files"), fileFolder);
  }
  await restoreRecords(records, join(folder, "records"), manifest.records.kind, at);
  say(`Restored from ${folder}, which was taken ${manifest.takenAt}: ${manifest.files.length} files.`);
}

const wordsOf = (problem: unknown): string =>
  problem instanceof Error
    ? problem.message + (problem.cause ? `\n  because: ${wordsOf(problem.cause)}` : "")
    : String(problem);

const [what, folder, ...flags] = process.argv.slice(2);
try {
  const strange = flags.find((flag) => flag !== "--force");
  if (!folder || folder.startsWith("-") || strange)
    throw new Error("Name one folder: npm run backup -- <folder>, npm run restore -- <folder> [--force].");
  if (what === "restore") await restore(folder, flags.includes("--force"));
  else await backUp(folder);
  process.exit(0);
} catch (problem) {
  process.stderr.write(`${wordsOf(problem)}\n`);
  process.exit(1);
}
