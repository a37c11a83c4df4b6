import type { Database } from "#platform/database/connect.ts";
import type { FileStore } from "#platform/outside/files/fileStore.ts";
import type { ReturnsOutside } from "#platform/outside/returns.ts";
import { noteFile, noteInstead, type StoredBlob, storeBlob } from "./blobs/repository.ts";
import { labelBlobId, slipBlobId } from "./jobs.ts";
import { findExo } from "./repository.ts";
import { type MovingExo, readReturn } from "./rules.ts";
import { scriptFor } from "./steps.ts";
import { referenceFact } from "./wire.ts";

/** A carrier's label that isn't a PDF. */
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
export async function labelFile(
  { label }: ReturnsOutside,
  exo: MovingExo,
  articleId: string,
  at: Date,
): Promise<StoredBlob> {
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

/** The slip that goes into an EXO's parcel. */
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
