import { createHash } from "node:crypto";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { ediFiles, ediInterchanges } from "#platform/database/schema/edi.ts";
import { dropParts, storable } from "#platform/domains/edi/documents/storable.ts";
import { type Arriving, arrivalsOf, storesOf } from "./arrivals.ts";
import type { InterchangeFacts } from "./facts.ts";
import { readFileFacts } from "./fileFacts.ts";
import { addInterchanges, keepFile, keepText, readFileBytes } from "./repository.ts";

export type Drop = {
  /** A repeated key is the same file handed in again. */
  key: string;
  name: string;
  /** `cut`: an incomplete file of the folder, which is reported to a person. */
  origin: "folder" | "upload" | "cut";
  content: Uint8Array;
};

/** The result of a file: the ids of its interchanges, and whether it had none at all. */
type TakenIn = { interchangeIds: string[]; isUnreadable: boolean };

/** Progress of a file: interchanges added, and whether there are more. */
type Progress = Pick<typeof ediFiles.$inferSelect, "takenCount" | "isArriving">;

/** A stored file. */
type StoredFile = Pick<typeof ediFiles.$inferSelect, "id" | "name" | "origin"> & Progress;

const progressColumns = { takenCount: ediFiles.takenCount, isArriving: ediFiles.isArriving };
const storedColumns = {
  id: ediFiles.id,
  name: ediFiles.name,
  origin: ediFiles.origin,
  ...progressColumns,
};

async function findDropped(database: Database, key: string): Promise<StoredFile | undefined> {
  const [file] = await database.select(storedColumns).from(ediFiles).where(eq(ediFiles.dropKey, key));
  return file;
}

/** Interchanges whose ids one statement reads: it takes the embedded database a few milliseconds. */
const maxRead = 500;

async function madeOf(database: Database, fileId: string): Promise<TakenIn> {
  const made: TakenIn = { interchangeIds: [], isUnreadable: true };
  const { position } = ediInterchanges;
  for (let after = 0, hasMore = true; hasMore; ) {
    const rows = await database
      .select({ id: ediInterchanges.id, header: ediInterchanges.controlReference, position })
      .from(ediInterchanges)
      .where(and(eq(ediInterchanges.fileId, fileId), gt(position, after)))
      .orderBy(asc(position))
      .limit(maxRead);
    for (const row of rows) {
      made.interchangeIds.push(row.id);
      made.isUnreadable &&= row.header === null;
    }
    after = rows.at(-1)?.position ?? after;
    hasMore = rows.length === maxRead;
  }
  return made;
}

/** Interchanges per transaction, and their bytes together: the database serves other calls in between. */
const maxBatchSize = 8;
const maxBytes = 128 * 1024;

const bytesOf = ({ content }: InterchangeFacts): number =>
  content.content.length + content.messages.length + content.findings.length;

/** The interchanges of a file from one on, as many as one transaction takes. */
function sliceFrom(facts: readonly InterchangeFacts[], from: number): InterchangeFacts[] {
  const slice: InterchangeFacts[] = [];
  let bytes = 0;
  for (const one of facts.slice(from, from + maxBatchSize)) {
    bytes += bytesOf(one);
    if (slice.length > 0 && bytes > maxBytes) break;
    slice.push(one);
  }
  return slice;
}

/** The next interchanges of a file, and how many come before them. */
type NextSlice = { from: number; slice: readonly InterchangeFacts[] };

/**
 * Adds the next interchanges of an arriving file, each once across processes: only the process that advances the file
 * adds them. Returns the file's progress; undefined where another process has advanced it.
 */
async function takeNext(
  database: Database,
  arriving: Arriving,
  { from, slice }: NextSlice,
): Promise<Progress | undefined> {
  const { file, all, at } = arriving;
  const stored: Awaited<ReturnType<typeof keepText>>[] = [];
  for (const facts of slice) stored.push(await keepText(database, facts, at));
  const takenCount = from + slice.length;
  const progress: Progress = { takenCount, isArriving: takenCount < all.length };
  const isAsItWas = and(
    eq(ediFiles.id, file.id),
    eq(ediFiles.isArriving, true),
    eq(ediFiles.takenCount, from),
  );
  // Every statement delays other users of the embedded database: there are no more than needed.
  const isMine = await database.transaction(async (transaction) => {
    const mine = await transaction
      .update(ediFiles)
      .set(progress)
      .where(isAsItWas)
      .returning({ id: ediFiles.id });
    if (mine.length === 0) return false;
    if (stored.length > 0) await addInterchanges(transaction, arrivalsOf(arriving, from, stored), at);
    return true;
  });
  if (isMine) return progress;
  for (const { id } of stored) await dropParts(database, id);
  return undefined;
}

async function progressOf(database: Database, fileId: string): Promise<Progress> {
  const [progress] = await database.select(progressColumns).from(ediFiles).where(eq(ediFiles.id, fileId));
  if (!progress) throw new Error(`The file ${fileId} is gone`);
  return progress;
}

async function takeAll(database: Database, file: StoredFile, all: readonly InterchangeFacts[], at: Date) {
  const arriving: Arriving = { file, all, storeIds: await storesOf(database, all), at };
  for (let progress: Progress = file; progress.isArriving; ) {
    const from = progress.takenCount;
    const slice = sliceFrom(all, from);
    progress = (await takeNext(database, arriving, { from, slice })) ?? (await progressOf(database, file.id));
  }
}

/**
 * Takes in a file: every interchange in it becomes a document to be processed, and a file without any becomes a failed
 * one, so that nothing is lost. A file with a known key is not taken in again; an interrupted one is resumed. Throws
 * TooMuchToRead for one that exceeds the time or memory limits.
 */
export async function takeIn(database: Database, drop: Drop, at: Date): Promise<TakenIn> {
  const before = await findDropped(database, drop.key);
  if (before && !before.isArriving) return madeOf(database, before.id);
  return takeInRead(database, drop, await readFileFacts(drop.content), at);
}

/** The start of a file that may yet become EDIFACT. */
const beginning = /^[\s\0\xef\xbb\xbf\xfe\xff]*(U(N([AB]|$)|$)|$)/;

/** Whether a file ends with its last interchange, or can never contain one. */
function isWhole(content: Uint8Array, facts: readonly InterchangeFacts[]): boolean {
  const last = facts.at(-1);
  if (typeof last?.row.controlReference === "string") return last.isEnded;
  return !beginning.test(Buffer.from(content.subarray(0, 64)).toString("latin1"));
}

/** As `takeIn`, for a file that may still be growing: undefined while it is incomplete, and nothing is stored. */
export async function takeInWhole(database: Database, drop: Drop, at: Date): Promise<TakenIn | undefined> {
  const before = await findDropped(database, drop.key);
  if (before && !before.isArriving) return madeOf(database, before.id);
  const facts = await readFileFacts(drop.content);
  return before || isWhole(drop.content, facts) ? takeInRead(database, drop, facts, at) : undefined;
}

/** Reports an incomplete file: its last interchange so far becomes a failed document. */
export async function takeInCut(database: Database, drop: Drop, at: Date): Promise<void> {
  const facts = await readFileFacts(drop.content);
  await takeInRead(database, { ...drop, key: `cut/${drop.key}`, origin: "cut" }, facts.slice(-1), at);
}

/**
 * Takes in a file that was read, as `takeIn` does: the file first, then its interchanges, a few per transaction, so
 * that a file of ten thousand does not block the database.
 */
export async function takeInRead(
  database: Database,
  drop: Drop,
  facts: readonly InterchangeFacts[],
  at: Date,
): Promise<TakenIn> {
  await keepFile(database, {
    dropKey: drop.key,
    name: storable(drop.name),
    origin: drop.origin,
    sha256: createHash("sha256").update(drop.content).digest("hex"),
    content: drop.content,
    isArriving: true,
    createdAt: at,
  });
  const file = await findDropped(database, drop.key);
  if (!file) throw new Error(`The file ${drop.name} was not kept`);
  await takeAll(database, file, facts, at);
  return madeOf(database, file.id);
}

/**
 * Resumes the files that a process was taking in when it ended; returns how many there were. One that fails does not
 * stop the others; the failures are thrown together at the end.
 */
export async function takeInInterrupted(database: Database, at: Date): Promise<number> {
  const files = await database
    .select(storedColumns)
    .from(ediFiles)
    .where(eq(ediFiles.isArriving, true))
    .orderBy(asc(ediFiles.createdAt));
  const failures: unknown[] = [];
  for (const file of files) {
    const resume = async () =>
      takeAll(database, file, await readFileFacts(await readFileBytes(database, file.id)), at);
    await resume().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Interrupted files that failed again: ${failures.length}`);
  return files.length;
}
