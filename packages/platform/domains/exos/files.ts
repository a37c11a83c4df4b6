import { createHash } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import { storedFiles } from "#platform/database/schema/exos.ts";
import { type FileStore, FileStoreFailure } from "#platform/outside/files/fileStore.ts";
import type { ReturnsOutside } from "#platform/outside/returns.ts";
import { labelBlobId, referenceFact, slipBlobId } from "./jobs.ts";
import { findExo } from "./repository.ts";
import { type MovingExo, readReturn } from "./rules.ts";
import { scriptFor } from "./steps.ts";

type StoredFile = typeof storedFiles.$inferSelect;

export type StoredBlob = Omit<StoredFile, "key" | "sha256" | "size"> & { content: Uint8Array };

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

async function noteInstead(database: Database, file: StoredFile): Promise<void> {
  await database.insert(storedFiles).values(file).onConflictDoUpdate({ target: storedFiles.id, set: file });
}

/**
 * Undefined for an unknown id; `lost` where the file store no longer has the file. Throws a FileStoreFailure for a file
 * that was modified there.
 */
export async function findBlob(database: Database, files: FileStore, id: string) {
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
  await database.delete(storedFiles).where(inArray(storedFiles.id, [...ids]));
  for (const id of ids) for await (const { key } of files.list(placeOf(id))) await files.remove(key);
}

export class NoDocument extends Error {
  override readonly name = "NoDocument";
}

const pdfType = "application/pdf";

const pdfBlob = (id: string, fileName: string, content: Uint8Array, createdAt: Date): StoredBlob => ({
  id,
  contentType: pdfType,
  fileName,
  content,
  createdAt,
});

/** The label of an EXO's article, from the carrier. Throws NoDocument for an answer that isn't a PDF. */
export async function labelFile({ label }: ReturnsOutside, exo: MovingExo, articleId: string, at: Date) {
  const { FirstName, LastName } = readReturn(exo.document).exchange?.Customer ?? {};
  const facts = {
    articleId,
    consignmentId: referenceFact(exo.referenceList, "return-consignment", "consignment_id") ?? "N/A",
    raNumber: exo.raNumber,
    exoName: exo.name,
    orderId: exo.originalOrderId,
    sender: [FirstName, LastName].filter(Boolean).join(" ") || exo.emailAddress || "N/A",
    storeName: exo.storeName,
  };
  const content = await label(facts, scriptFor(exo, "acquire-shipment-labels"));
  if (!new TextDecoder("latin1").decode(content.subarray(0, 5)).startsWith("%PDF-")) {
    throw new NoDocument("The carrier's answer is not a PDF document");
  }
  return pdfBlob(labelBlobId(exo.id), `return-label-${exo.name}.pdf`, content, at);
}

export async function slipFile(exo: MovingExo, at: Date): Promise<StoredBlob> {
  const { drawSlip } = await import("./slip.ts");
  return pdfBlob(slipBlobId(exo.id), `return-slip-${exo.name}.pdf`, await drawSlip(exo), at);
}

/**
 * A label or slip of an EXO's reference that is not stored yet, or is lost: it is drawn from the EXO and stored.
 * Undefined when the id is neither, or when the EXO has no such reference.
 */
export async function redrawnFile(
  { database, files, returns }: { database: Database; files: FileStore; returns: ReturnsOutside },
  blobId: string,
  { at, isLost }: { at: Date; isLost: boolean },
): Promise<StoredBlob | undefined> {
  const exoId = /^exos\/([^/]+)\/return-(?:label|slip)\.pdf$/.exec(blobId)?.[1];
  const exo = exoId === undefined ? undefined : await findExo(database, exoId);
  if (!exo) return undefined;
  const reference = exo.referenceList.find(({ meta }) => meta.blob_id === blobId);
  const articleId = reference?.meta.article_id;
  if (!reference) return undefined;
  const file =
    typeof articleId === "string" ? await labelFile(returns, exo, articleId, at) : await slipFile(exo, at);
  const note = isLost ? noteInstead : noteFile;
  await note(database, await storeBlob(files, file));
  return file;
}
