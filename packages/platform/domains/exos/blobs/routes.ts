import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type BlobQuery, blobItem, getBlob } from "#contract/exos.ts";
import type { Database } from "#database/connect.ts";
import { findBlob, redrawnFile } from "#platform/domains/exos/files.ts";
import { Problem, parseRequest, readJson, serve, unstorable } from "#platform/http/requests.ts";
import { customerFile } from "#platform/outside/customers/files.ts";
import type { FileStore } from "#platform/outside/files/fileStore.ts";
import type { ReturnsOutside } from "#platform/outside/returns.ts";

type BlobDeps = { database: Database; files: FileStore; returns: ReturnsOutside };

const fileMeta = z.looseObject({ blob_id: z.string().min(1) });
const photo = blobItem.extend({ SourceId: z.string().min(1) });

function jsonIn(name: string, text: string): unknown {
  const value = readJson(text);
  if (value === undefined) throw new Problem(400, `${name}: expected JSON`);
  return value;
}

function blobIdOf({ meta, blobitem }: BlobQuery): string {
  if ((meta === undefined) === (blobitem === undefined)) {
    throw new Problem(400, "query: expected either meta or blobitem");
  }
  return meta === undefined
    ? parseRequest(photo, jsonIn("blobitem", blobitem ?? "")).SourceId
    : parseRequest(fileMeta, jsonIn("meta", meta)).blob_id;
}

/** GET /api/bc-order/v1/blobs/blob (calls#blob): the file of a reference's meta or a photo's blob item. */
export function blobRoutes(app: FastifyInstance, { database, files, returns }: BlobDeps): void {
  serve(app, {
    call: getBlob,
    permission: "returns",
    summary: "The file behind a reference's meta or a photo's blob item; exactly one of the two",
    failures: [404],
    mediaType: "application/octet-stream",
    answerWith: async ({ query, request, reply }) => {
      const id = blobIdOf(query);
      const none = new Problem(404, `There is no file '${id}'`);
      if (unstorable(id)) throw none;
      const at = new Date();
      const stored = await findBlob(database, files, id);
      const isLost = stored === "lost";
      if (isLost) request.log.warn({ file: id }, "a file is lost from the store of files");
      const blob =
        stored === undefined || isLost
          ? ((await customerFile(id, at)) ??
            (await redrawnFile({ database, files, returns }, id, { at, isLost })))
          : stored;
      if (!blob) throw none;
      return reply
        .header("content-disposition", `attachment; filename="${blob.fileName.replace(/[^\w.-]/g, "_")}"`)
        .type(blob.contentType)
        .send(Buffer.from(blob.content));
    },
  });
}
