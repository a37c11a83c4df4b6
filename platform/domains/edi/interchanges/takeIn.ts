import { createHash } from "node:crypto";
import { asc, count, eq } from "drizzle-orm";
import { interchangeStreams } from "#contract/edi.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediFiles, ediInterchanges } from "#platform/database/schema/edi.ts";
import type { StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { dropParts } from "#platform/domains/edi/documents/longBytes.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { ediNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { partnerOf } from "#platform/domains/edi/partners/repository.ts";
import type { InterchangeFacts } from "./facts.ts";
import { readFileFacts } from "./fileFacts.ts";
import {
  addInterchanges,
  keepFile,
  keepText,
  type NewInterchange,
  partnerStore,
  readFileBytes,
} from "./repository.ts";

export const receiveStream = "interchange/receive";
export const receiveSteps = interchangeStreams[receiveStream];

export type Drop = {
  /** The same key twice is the same file handed in again. */
  key: string;
  name: string;
  origin: "folder" | "upload";
  content: Uint8Array;
};

/** What became of a file: the ids of its interchanges, and whether it held none at all. */
type TakenIn = { interchangeIds: string[]; isUnreadable: boolean };

async function storeIdOf(database: Database): Promise<number> {
  const [store] = await database
    .select({ id: stores.id })
    .from(stores)
    .where(eq(stores.alias, partnerStore.alias));
  if (!store) throw new Error(`There is no store '${partnerStore.alias}' to receive interchanges for`);
  return store.id;
}

/** Whether an interchange has a header (UNB). */
const isReadable = ({ row }: InterchangeFacts): boolean => typeof row.controlReference === "string";

function arrivalNotes(facts: InterchangeFacts, name: string) {
  const errors = facts.row.findingCounts.error;
  const words = errors === 1 ? "1 error" : `${errors} errors`;
  return [
    ediNote("interchange:received", `Came in with ${name}`),
    ...(errors > 0 ? [ediNote("interchange:findings", `Reading it found ${words}`)] : []),
    ...(isReadable(facts)
      ? []
      : [
          stepNote("start", receiveStream, receiveSteps[0], "Begins"),
          stepNote("failure", receiveStream, receiveSteps[0], "The file holds no interchange header (UNB)"),
        ]),
  ];
}

/** The stores of the partners that interchanges came from; undefined for one whose partner nobody knows. */
async function storesOf(
  transaction: Database,
  facts: readonly InterchangeFacts[],
): Promise<(number | undefined)[]> {
  // A file may hold ten thousand interchanges of the same two.
  const known = new Map<string, number | undefined>();
  const found: (number | undefined)[] = [];
  for (const { row } of facts) {
    const key = JSON.stringify([row.sender, row.senderQualifier, row.recipient, row.recipientQualifier]);
    if (!known.has(key)) known.set(key, (await partnerOf(transaction, row))?.storeId);
    found.push(known.get(key));
  }
  return found;
}

/** A file that is kept; `isArriving` while interchanges of it are still to be added. */
type KeptFile = { id: string; name: string; origin: string; isArriving: boolean };

async function findDropped(database: Database, key: string): Promise<KeptFile | undefined> {
  const { id, name, origin, isArriving, dropKey } = ediFiles;
  const [file] = await database
    .select({ id, name, origin, isArriving })
    .from(ediFiles)
    .where(eq(dropKey, key));
  return file;
}

async function madeOf(database: Database, fileId: string): Promise<TakenIn> {
  const rows = await database
    .select({ id: ediInterchanges.id, header: ediInterchanges.controlReference })
    .from(ediInterchanges)
    .where(eq(ediInterchanges.fileId, fileId))
    .orderBy(asc(ediInterchanges.position));
  return {
    interchangeIds: rows.map(({ id }) => id),
    isUnreadable: rows.every(({ header }) => header === null),
  };
}

/** Interchanges of one transaction, and bytes that they hold together: other calls of the database are heard in between. */
const mostAtOnce = 16;
const mostBytes = 128 * 1024;
/** A transaction that takes longer than this has the next one take fewer of them. */
const enoughMs = 25;

const bytesOf = ({ content }: InterchangeFacts): number =>
  content.content.length + content.messages.length + content.findings.length;

/** The interchanges of a file from one on, as many as one transaction takes. */
function sliceFrom(facts: readonly InterchangeFacts[], from: number, most: number): InterchangeFacts[] {
  const slice: InterchangeFacts[] = [];
  let bytes = 0;
  for (const one of facts.slice(from, from + most)) {
    bytes += bytesOf(one);
    if (slice.length > 0 && bytes > mostBytes) break;
    slice.push(one);
  }
  return slice;
}

/** What the interchanges of a file are stored with, beside what they hold. */
async function arrivalsOf(
  transaction: Database,
  { id: fileId, name, origin }: KeptFile,
  kept: readonly Pick<NewInterchange, "id" | "facts">[],
  { inFile, usualStoreId, at }: { inFile: number; usualStoreId: number; at: Date },
): Promise<NewInterchange[]> {
  const reference: StoredEdiReference = {
    id: fileId,
    type: "inbound-interchange-file",
    title: name,
    source: origin === "folder" ? "Inbound folder" : "Upload",
    uri: null,
    created_at: at.toISOString(),
    meta: { "file-name": name, "interchanges-in-file": inFile },
  };
  const storeIds = await storesOf(
    transaction,
    kept.map(({ facts }) => facts),
  );
  return kept.map(({ id, facts }, index) => {
    const goesOn = isReadable(facts);
    const arrival = {
      storeId: storeIds[index] ?? usualStoreId,
      fileId,
      cause: null,
      direction: goesOn ? "inbound" : "unspecified",
      streams: { [receiveStream]: { state: goesOn ? "new" : "failed", step: receiveSteps[0] } },
      stepAt: goesOn ? at : null,
      acknowledgementExpected: facts.row.acknowledgementRequested,
      orderNumbers: "",
      references: [reference],
      notes: arrivalNotes(facts, name),
    };
    return { id, facts, arrival };
  });
}

const countTaken = async (database: Database, fileId: string): Promise<number> => {
  const isOfFile = eq(ediInterchanges.fileId, fileId);
  const [taken] = await database.select({ count: count() }).from(ediInterchanges).where(isOfFile);
  return taken?.count ?? 0;
};

/** The interchanges of a file that is arriving, and those of them that are taken in next. */
type NextSlice = { all: readonly InterchangeFacts[]; from: number; slice: readonly InterchangeFacts[] };

/**
 * Adds the next interchanges of a file that is arriving, each once, however many processes try; returns whether there
 * may be more.
 */
async function takeNext(
  database: Database,
  file: KeptFile,
  { all, from, slice }: NextSlice,
  usualStoreId: number,
  at: Date,
): Promise<boolean> {
  const kept: Awaited<ReturnType<typeof keepText>>[] = [];
  for (const facts of slice) kept.push(await keepText(database, facts, at));
  const { isMine, hasMore } = await database.transaction(async (transaction) => {
    const isFile = eq(ediFiles.id, file.id);
    const [now] = await transaction
      .select({ isArriving: ediFiles.isArriving })
      .from(ediFiles)
      .where(isFile)
      .for("update");
    if (!now?.isArriving) return { isMine: false, hasMore: false };
    if ((await countTaken(transaction, file.id)) !== from) return { isMine: false, hasMore: true };
    const added = await arrivalsOf(transaction, file, kept, { inFile: all.length, usualStoreId, at });
    if (added.length > 0) await addInterchanges(transaction, added, at);
    const isLast = from + slice.length >= all.length;
    if (isLast) await transaction.update(ediFiles).set({ isArriving: false }).where(isFile);
    return { isMine: true, hasMore: !isLast };
  });
  if (!isMine) for (const { id } of kept) await dropParts(database, id);
  return hasMore;
}

async function takeAll(database: Database, file: KeptFile, all: readonly InterchangeFacts[], at: Date) {
  const usualStoreId = await storeIdOf(database);
  let hasMore = file.isArriving;
  for (let most = 1; hasMore; ) {
    const from = await countTaken(database, file.id);
    const slice = sliceFrom(all, from, most);
    const began = performance.now();
    hasMore = await takeNext(database, file, { all, from, slice }, usualStoreId, at);
    const isSlow = performance.now() - began > enoughMs;
    most = isSlow ? Math.max(1, Math.floor(most / 2)) : Math.min(mostAtOnce, most + 1);
  }
}

/**
 * Takes in a file: every interchange in it becomes a document to be processed, and a file without any becomes a
 * failed one, so that nothing is lost. A file whose key came before is not taken in again; one that was interrupted
 * is gone on with. Throws TooMuchToRead for one that takes more time or memory than there is for it.
 */
export async function takeIn(database: Database, drop: Drop, at: Date): Promise<TakenIn> {
  const before = await findDropped(database, drop.key);
  if (before && !before.isArriving) return madeOf(database, before.id);
  return takeInRead(database, drop, await readFileFacts(drop.content), at);
}

/**
 * Takes in a file that was read, as `takeIn` does: the file first, then its interchanges, a few in each transaction,
 * so that a file of ten thousand doesn't keep others from the database.
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
 * Goes on with the files that a process was taking in when it ended; returns how many there were. One that fails does
 * not stop the others; the failures are thrown together at the end.
 */
export async function takeInInterrupted(database: Database, at: Date): Promise<number> {
  const { id, name, origin, isArriving, createdAt } = ediFiles;
  const files = await database
    .select({ id, name, origin, isArriving })
    .from(ediFiles)
    .where(eq(isArriving, true))
    .orderBy(asc(createdAt));
  const failures: unknown[] = [];
  for (const file of files) {
    const goOn = async () =>
      takeAll(database, file, await readFileFacts(await readFileBytes(database, file.id)), at);
    await goOn().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Interrupted files that failed again: ${failures.length}`);
  return files.length;
}
