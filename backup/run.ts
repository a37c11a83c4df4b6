import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { databaseFolder } from "#app/core/database/folder.server.ts";
import { env } from "#app/core/env.server.ts";
import { readPlaces } from "#platform/env.ts";
import {
  assertSameKind,
  backUpDatabase,
  type DatabasePlace,
  databaseInTheWay,
  endSignIns,
  prepareDatabase,
} from "./database.ts";
import { copyFolder, hasFiles, type Prepared, prepareFolder } from "./folders.ts";
import { checkedManifest, type Manifest, secretMark, writeManifest } from "./manifest.ts";

const { databaseUrl, dataDirectory, ediFolder, files: filePlace } = readPlaces(process.env);
/** The folder of the file store; undefined for a bucket, which has its own backups. */
const fileFolder = filePlace.kind === "folder" ? filePlace.folder : undefined;
const platform: DatabasePlace = {
  owner: "platform",
  url: databaseUrl,
  folder: join(dataDirectory, "platform"),
};
const portal: DatabasePlace = {
  owner: "portal",
  url: env.PORTAL_DATABASE_URL,
  folder: databaseFolder,
  whenRestored: endSignIns,
};
const lateLines = env.AUDIT_SPOOL_DIR;
const mark = secretMark(env.SESSION_SECRET);

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Writes a backup into a new folder; it appears when it is complete. The EDI folder is copied before the database: a
 * file that is taken in between is in both, and is recognised by its name, time and bytes. Late lines of the audit trail
 * are copied before the portal's database: one that is written in between is in both, and none in neither.
 */
async function backUp(folder: string): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} is there already: name a folder that is not.`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const begun = new Date();
  await copyFolder(ediFolder, join(partial, "edi"));
  const ofPlatform = await backUpDatabase(platform, partial);
  // After the database: every file that it names is then in the backup.
  if (fileFolder) await copyFolder(fileFolder, join(partial, "files"));
  else say("Files lie in a bucket, which is not in the backup: keep its versions, or copy it.");
  await copyFolder(lateLines, join(partial, "audit-late"));
  const ofPortal = await backUpDatabase(portal, partial);
  const seconds = ((Date.now() - begun.getTime()) / 1000).toFixed(1);
  const { files } = await writeManifest(partial, {
    secretMark: mark,
    databases: { platform: ofPlatform, portal: ofPortal },
  });
  await rename(partial, folder);
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  say(
    `Backed up to ${folder}: ${files.length} files, ${megabytes.toFixed(1)} MB, checksums in manifest.json.`,
  );
  say(
    `Each database and the files are of one moment; between the first and the last lie ${seconds} s. ` +
      "What portal and platform wrote meanwhile may be in one and not in the other: stop both for one moment of all.",
  );
  if (ofPlatform === "none") say("There is no database of a platform here: none is in the backup.");
  if (ofPortal === "none") say("There is no database of a portal here: none is in the backup.");
}

/** The databases that a backup has, and their kinds. */
const databasesOf = (databases: Manifest["databases"]) =>
  [platform, portal].flatMap((place) => {
    const kind = databases[place.owner];
    return kind === "none" ? [] : [[place, kind] as const];
  });

/** Checks the destination of a backup; throws an Error in words. */
async function assertFits({ secretMark: marked, databases }: Manifest, force: boolean): Promise<void> {
  if (marked !== mark)
    throw new Error(
      "SESSION_SECRET is not the one of this backup: what it sealed could not be read. Set the one from then.",
    );
  const places = databasesOf(databases);
  for (const [place, kind] of places) assertSameKind(place, kind);
  const occupied: string[] = [];
  // One after the other: of two that are in use, the platform's is always the one that is named.
  for (const [place] of places) occupied.push(...(await databaseInTheWay(place)));
  const inTheWay = [
    ...occupied,
    ...((await hasFiles(ediFolder)) ? [`${ediFolder} holds files`] : []),
    ...(fileFolder && (await hasFiles(fileFolder)) ? [`${fileFolder} holds files`] : []),
    ...((await hasFiles(lateLines)) ? [`${lateLines} holds lines of the audit trail`] : []),
  ];
  if (inTheWay.length > 0 && !force)
    throw new Error(
      `${inTheWay.join(".\n")}.\nNothing was changed. To replace all of it, add --force: folders are set aside, tables deleted.`,
    );
}

/**
 * Restores a backup. First everything is checked and prepared next to what it replaces; then each part is replaced in
 * one step, the databases first. A failure before that leaves everything unchanged.
 */
async function restore(folder: string, force: boolean): Promise<void> {
  const manifest = await checkedManifest(folder);
  await assertFits(manifest, force);
  const at = new Date();
  const ready: Prepared[] = [];
  try {
    for (const [place] of databasesOf(manifest.databases))
      ready.push(await prepareDatabase(place, folder, at));
    ready.push(await prepareFolder(join(folder, "edi"), ediFolder, at));
    if (fileFolder) ready.push(await prepareFolder(join(folder, "files"), fileFolder, at));
    ready.push(await prepareFolder(join(folder, "audit-late"), lateLines, at));
    for (const [index, part] of ready.entries())
      await part.swap().catch((problem: unknown) => {
        if (index === 0) throw problem;
        throw new Error("A part was replaced, and not all of the rest: restore again, with --force.", {
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
