import { createHash } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { blobs, storedFiles } from "#platform/database/schema/exos.ts";
import { type FileStore, FileStoreFailure } from "#platform/outside/files/fileStore.ts";

/** A file by its id, with what a download needs to know of it. */
export type StoredBlob = typeof blobs.$inferSelect;

/** What the database knows of a file that the store has. */
type StoredFile = typeof storedFiles.$inferSelect;

const sha256Of = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/** What the keys of all that was ever stored under an id begin with. */
const placeOf = (id: string) => `returns/${sha256Of(id).slice(0, 32)}/`;

/** By id and content: two that draw the same file at once don't write over each other. */
const keyOf = (id: string, sha256: string) => `${placeOf(id)}${sha256}`;

/**
 * Puts a file into the store; resolves to what the database has to be told by `noteFile`. In this order, no row names
 * a file that is not there.
 */
export async function storeBlob(files: FileStore, blob: StoredBlob): Promise<StoredFile> {
  const { content, ...facts } = blob;
  const sha256 = sha256Of(content);
  const key = keyOf(blob.id, sha256);
  await files.put(key, content, blob.contentType);
  return { ...facts, key, sha256, size: content.byteLength };
}

/** Notes a file that the store has; the first one of its id stays. */
export async function noteFile(database: Database, file: StoredFile): Promise<void> {
  await database.insert(storedFiles).values(file).onConflictDoNothing();
}

/** Notes a file in place of one that the store has lost. */
export async function noteInstead(database: Database, file: StoredFile): Promise<void> {
  await database.insert(storedFiles).values(file).onConflictDoUpdate({ target: storedFiles.id, set: file });
}

/**
 * Undefined for an id that nobody kept; `lost` where it was kept and the store has it no more. Throws a FileStoreFailure
 * for a file that is changed there.
 */
export async function findBlob(
  database: Database,
  files: FileStore,
  id: string,
): Promise<StoredBlob | "lost" | undefined> {
  // Before the others: one that is moved in between is among those.
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
 * Drops the files of these ids, with all that the store ever took under them: also what no row names, since a step was
 * not taken. Throws a FileStoreFailure, and may be done again.
 */
export async function dropBlobs(database: Database, files: FileStore, ids: readonly string[]): Promise<void> {
  await database.delete(blobs).where(inArray(blobs.id, [...ids]));
  await database.delete(storedFiles).where(inArray(storedFiles.id, [...ids]));
  for (const id of ids) for await (const { key } of files.list(placeOf(id))) await files.remove(key);
}

/**
 * Moves the files that lie in the database into the store, one in a transaction, until there are none; several
 * processes share them. Returns how many it moved. What fails is thrown, and stays where it was.
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
