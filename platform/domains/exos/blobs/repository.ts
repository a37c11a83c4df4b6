import { createHash } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { blobs, storedFiles } from "#platform/database/schema/exos.ts";
import { type FileStore, FileStoreFailure } from "#platform/outside/files/fileStore.ts";

/** A file by its id, with the data for a download. */
export type StoredBlob = typeof blobs.$inferSelect;

/** The database's record of a stored file. */
type StoredFile = typeof storedFiles.$inferSelect;

const sha256Of = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/** The common prefix of all keys that were ever stored under an id. */
const placeOf = (id: string) => `returns/${sha256Of(id).slice(0, 32)}/`;

/** By id and content: two processes that draw the same file at once don't overwrite each other. */
const keyOf = (id: string, sha256: string) => `${placeOf(id)}${sha256}`;

/** Stores a file; resolves to the record for `noteFile`. In this order, no row names a missing file. */
export async function storeBlob(files: FileStore, blob: StoredBlob): Promise<StoredFile> {
  const { content, ...facts } = blob;
  const sha256 = sha256Of(content);
  const key = keyOf(blob.id, sha256);
  await files.put(key, content, blob.contentType);
  return { ...facts, key, sha256, size: content.byteLength };
}

/** Records a stored file; the first one of its id stays. */
export async function noteFile(database: Database, file: StoredFile): Promise<void> {
  await database.insert(storedFiles).values(file).onConflictDoNothing();
}

/** Records a file in place of a lost one. */
export async function noteInstead(database: Database, file: StoredFile): Promise<void> {
  await database.insert(storedFiles).values(file).onConflictDoUpdate({ target: storedFiles.id, set: file });
}

/**
 * Undefined for an unknown id; `lost` where the file store no longer has the file. Throws a FileStoreFailure for a file
 * that was modified there.
 */
export async function findBlob(
  database: Database,
  files: FileStore,
  id: string,
): Promise<StoredBlob | "lost" | undefined> {
  // Queried before the others: a file that is moved in between is among those.
  const [waiting] = await database.select().from(blobs).where(eq(blobs.id, id));
  if (waiting) return waiting;
  const [file] = await database.select().from(storedFiles).where(eq(storedFiles.id, id));
  if (!file) return undefined;
  const { key, sha256, size: _size, ...facts } = file;
  const content = await files.get(key);
  if (!content) return "lost";
  if (sha256Of(content) !== sha256)
    throw new FileStoreFailure(`The file of '${id}' is not as it was stored: ${key}`);
  return { ...facts, content };
}

/**
 * Deletes the files of these ids, with everything stored under them: also files without a row, from steps that were
 * rolled back. Throws a FileStoreFailure, and may be repeated.
 */
export async function dropBlobs(database: Database, files: FileStore, ids: readonly string[]): Promise<void> {
  await database.delete(blobs).where(inArray(blobs.id, [...ids]));
  await database.delete(storedFiles).where(inArray(storedFiles.id, [...ids]));
  for (const id of ids) for await (const { key } of files.list(placeOf(id))) await files.remove(key);
}

/**
 * Moves the files in the database into the file store, one per transaction, until there are none; several processes
 * share them. Returns how many it moved. Failures are thrown, and the files stay in the database.
 */
export async function moveBlobs(database: Database, files: FileStore): Promise<number> {
  const moveOne = () =>
    database.transaction(async (transaction) => {
      const [blob] = await transaction.select().from(blobs).limit(1).for("update", { skipLocked: true });
      if (!blob) return false;
      await noteFile(transaction, await storeBlob(files, blob));
      await transaction.delete(blobs).where(eq(blobs.id, blob.id));
      return true;
    });
  let moved = 0;
  while (await moveOne()) moved += 1;
  return moved;
}
