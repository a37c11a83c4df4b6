import { createHash, randomUUID } from "node:crypto";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { ediInterchange } from "#contract/edi.ts";
import { checkInterchanges, enterInterchanges, maxEdiFileBytes } from "#contract/ediCheck.ts";
import type { Database } from "#platform/database/connect.ts";
import { findInterchange, type StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { type Drop, takeIn } from "#platform/domains/edi/interchanges/takeIn.ts";
import { interchangeRows } from "#platform/domains/edi/interchanges/wire.ts";
import { callerOf } from "#platform/http/authorisation.ts";
import { idempotencyKeyOf, Problem, serve } from "#platform/http/requests.ts";
import { checkFile } from "./check.ts";
import { checkedWire, untriedWire } from "./wire.ts";

type FileDeps = {
  database: Database;
  /** Has due EDI documents processed now. */
  wakeEdi(): Promise<void>;
};

const tooLarge = `The file is larger than ${maxEdiFileBytes / 1_000_000} MB`;
const takesFile = {
  failures: [413],
  words: { 413: tooLarge },
  sends: "application/octet-stream",
  bodyLimit: maxEdiFileBytes,
};

/** Interchanges of one file in a response. */
const maxNamed = 100;

function fileIn({ body }: FastifyRequest): Buffer {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new Problem(400, "The file is empty");
  return body;
}

const dropOf = (key: string, name: string | undefined, content: Buffer): Drop => ({
  key,
  name: name || "upload.edi",
  origin: "upload",
  content,
});

/** A request without a key is a new file; one with a repeated key and the same bytes is the same file. */
function keyOf(request: FastifyRequest, content: Buffer): string {
  const { subject } = callerOf(request);
  const idempotencyKey = idempotencyKeyOf(request);
  const digest = createHash("sha256").update(content).digest("hex");
  return idempotencyKey ? `upload/${subject}/${idempotencyKey}/${digest}` : `upload/${randomUUID()}`;
}

/** One after the other: a hundred parallel queries would delay all other requests. */
async function rowsOf(database: Database, ids: readonly string[]) {
  const rows: StoredInterchange[] = [];
  for (const id of ids.slice(0, maxNamed)) {
    const found = await findInterchange(database, id);
    if (found) rows.push(found);
  }
  return interchangeRows(database, rows);
}

/** A partner's file is taken in, or checked only (edi#check). */
export function ediFileRoutes(app: FastifyInstance, { database, wakeEdi }: FileDeps): void {
  void app.register((files, _options, ready) => {
    // A partner's file is accepted with any content type.
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: maxEdiFileBytes },
      (_request, body, done) => done(null, body),
    );
    files.setErrorHandler<FastifyError>((error, _request, reply) => {
      if (error.statusCode !== 413) throw error;
      return reply.code(413).send({ error: tooLarge });
    });

    serve(files, {
      call: enterInterchanges,
      permission: "edi.takeIn",
      summary: "Hands in a partner's file, as it is; its interchanges are processed in the background",
      answer: z.object({ items: z.array(ediInterchange) }),
      ...takesFile,
      status: 201,
      idempotent: true,
      answerWith: async ({ query: { name }, request }) => {
        const content = fileIn(request);
        const drop = dropOf(keyOf(request, content), name, content);
        const { interchangeIds } = await takeIn(database, drop, new Date());
        await wakeEdi();
        return { items: await rowsOf(database, interchangeIds) };
      },
    });

    serve(files, {
      call: checkInterchanges,
      permission: "edi.takeIn",
      summary: "Says what would become of a partner's file, as it is; nothing of it is kept",
      ...takesFile,
      answerWith: async ({ query: { name }, request }) => {
        const drop = dropOf(`check/${randomUUID()}`, name, fileIn(request));
        const { tried, untried, count } = await checkFile(database, drop, new Date());
        return { items: [...tried.map(checkedWire), ...untried.map(untriedWire)], total: count };
      },
    });
    ready();
  });
}
