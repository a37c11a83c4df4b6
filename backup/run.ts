import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createSeal, hashedName } from "#app/database/seal.server.ts";
import { env } from "#app/env.server.ts";
import { everybodyRevokedKey, recordFolders } from "#app/records/portalRecords.server.ts";
import { readPlaces } from "#platform/env.ts";
import { backUpDatabase, databaseInTheWay, prepareDatabase } from "./database.ts";
import { copyFolder, hasFiles, type Prepared, prepareFolder } from "./folders.ts";
import { checkedManifest, type Manifest, writeManifest } from "./manifest.ts";
import { backUpRecords, prepareRecords, recordsInTheWay, type Stored, secretMark } from "./records.ts";

const { databaseUrl, dataDirectory, ediFolder, files: filePlace } = readPlaces(process.env);
/** The folder of the file store; undefined for a bucket, which has its own backups. */
const fileFolder = filePlace.kind === "folder" ? filePlace.folder : undefined;
const database = { url: databaseUrl, folder: join(dataDirectory, "platform") };
const lateLines = env.AUDIT_SPOOL_DIR;
const records = { redisUrl: env.SESSION_STORE_URL, folders: recordFolders };
const mark = secretMark(env.SESSION_SECRET);

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Writes a backup into a new folder; it appears when it is complete. The EDI folder is copied before the database: a
 * file that is taken in between is in both, and is recognised by its name, time and bytes. Late lines of the audit trail
 * are copied before the records: one that is written in between is in both, and none in neither.
 */
async function backUp(folder: string): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} is there already: name a folder that is not.`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const begun = new Date();
  await copyFolder(ediFolder, join(partial, "edi"));
  const databaseKind = await backUpDatabase(database, partial);
  // After the database: every file that it names is then in the backup.
  if (fileFolder) await copyFolder(fileFolder, join(partial, "files"));
  else say("Files lie in a bucket, which is not in the backup: keep its versions, or copy it.");
  await copyFolder(lateLines, join(partial, "audit-late"));
  const kind = await backUpRecords(records, join(partial, "records"));
  const seconds = ((Date.now() - begun.getTime()) / 1000).toFixed(1);
  const { files } = await writeManifest(partial, {
    records: { kind, secretMark: mark },
    database: databaseKind,
  });
  await rename(partial, folder);
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  say(
    `Backed up to ${folder}: ${files.length} files, ${megabytes.toFixed(1)} MB, checksums in manifest.json.`,
  );
  say(
    `Database, files and records are each of one moment; between the first and the last lie ${seconds} s. ` +
      "What portal and platform wrote meanwhile may be in one and not in the other: stop both for one moment of all.",
  );
  if (databaseKind === "none") say("There is no database of a platform here: none is in the backup.");
}

/** Checks the destination of a backup; throws an Error in words. */
async function assertFits({ records: stored, database: kind }: Manifest, force: boolean): Promise<void> {
  if (stored.secretMark !== mark)
    throw new Error(
      "SESSION_SECRET is not the one of this backup: its records could not be read. Set the one from then.",
    );
  if (stored.kind === "redis" && !records.redisUrl)
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
    ...((await hasFiles(lateLines)) ? [`${lateLines} holds lines of the audit trail`] : []),
    ...(await recordsInTheWay(records)),
  ];
  if (inTheWay.length > 0 && !force)
    throw new Error(
      `${inTheWay.join(".\n")}.\nNothing was changed. To replace all of it, add --force: folders are set aside, tables and Redis' records deleted.`,
    );
}

/** Ends all sessions from before the restore: the backup may contain sessions that were ended since. */
function revokedSessions(at: Date): Stored {
  const value = createSeal(env.SESSION_SECRET).close(
    JSON.stringify({ revokedBefore: at.getTime() }),
    everybodyRevokedKey,
  );
  const maxMs = env.SESSION_MAX_HOURS * 3_600_000;
  return { name: hashedName(everybodyRevokedKey), value, expiresAt: at.getTime() + maxMs };
}

/**
 * Restores a backup. First everything is checked and prepared next to what it replaces; then each part is replaced in
 * one step, the database first. A failure before that leaves everything unchanged.
 */
async function restore(folder: string, force: boolean): Promise<void> {
  const manifest = await checkedManifest(folder);
  await assertFits(manifest, force);
  const at = new Date();
  const ready: Prepared[] = [];
  try {
    if (manifest.database !== "none") ready.push(await prepareDatabase(database, folder, at));
    ready.push(await prepareFolder(join(folder, "edi"), ediFolder, at));
    if (fileFolder) ready.push(await prepareFolder(join(folder, "files"), fileFolder, at));
    ready.push(await prepareFolder(join(folder, "audit-late"), lateLines, at));
    const how = { kind: manifest.records.kind, at, more: [revokedSessions(at)] };
    ready.push(...(await prepareRecords(records, join(folder, "records"), how)));
    for (const [index, part] of ready.entries())
      await part.swap().catch((problem: unknown) => {
        if (index === 0) throw problem;
        throw new Error("The database was replaced, and not all of the rest: restore again, with --force.", {
          cause: problem,
        });
      });
  } finally {
    for (const part of ready) await part.discard();
  }
  say(`Restored from ${folder}, which was taken ${manifest.takenAt}: ${manifest.files.length} files.`);
  say("Everybody has to sign in again. Forget again whom you forgot since (npm run forget).");
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
