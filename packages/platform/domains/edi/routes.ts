import { createHash, randomUUID } from "node:crypto";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { ediInterchange } from "#contract/edi.ts";
import { checkInterchanges, enterInterchanges, fileLimitWords } from "#contract/ediCheck.ts";
import { getControlNumbers, getInterchangeText, postControlNumberGap } from "#contract/ediExtensions.ts";
import {
  ediOrderFilters,
  getInterchange,
  getInterchanges,
  getPartnerOrder,
  getPartnerOrders,
  interchangeFilters,
  postInterchangeAction,
  postPartnerOrderAction,
} from "#contract/ediPartner.ts";
import { getEdiPartners } from "#contract/ediPartners.ts";
import { getEdiQueue } from "#contract/ediQueue.ts";
import { previewPartnerOrderAction } from "#contract/ediReview.ts";
import { getEdiInterchanges, getEdiOrders } from "#contract/ediStore.ts";
import { atOneMoment, type Database } from "#database/connect.ts";
import { ediSettledGaps } from "#platform/database/schema/ediPartners.ts";
import { actorOf, callerOf, requesterOf } from "#platform/http/authorisation.ts";
import { idempotencyKeyOf, Problem, serve } from "#platform/http/requests.ts";
import { type EdiActionRequest, performEdiOrderAction, performInterchangeAction } from "./actions.ts";
import { checkFile, dryRun, orderOutcome, repliesAfter, replyWire } from "./check.ts";
import {
  findInterchange,
  newestPosition,
  readFile,
  readHeld,
  readInterchangePage,
  readText,
  type StoredInterchange,
} from "./interchanges/repository.ts";
import { controlNumbersReader } from "./interchanges/series.ts";
import { takeIn } from "./interchanges/takeIn.ts";
import { findNumbered } from "./orders/numbered.ts";
import { findEdiOrder, readEdiOrderPage, readWholeEdiOrder } from "./orders/repository.ts";
import { takeOrderSteps } from "./orders/steps.ts";
import { listEdiPartners } from "./partners/repository.ts";
import { readEdiQueue } from "./queue.ts";
import { listStoreEdiOrders, listStoreInterchanges } from "./store.ts";
import { ediOrderDetail, ediOrderRows, interchangeDetail, interchangeRows } from "./wire.ts";

type EdiDeps = {
  database: Database;
  wakeEdi(): Promise<void>;
  ediFileLimit: number;
};

const submitted = z.object({ submitted: z.literal(true) });

async function storedInterchange(database: Database, id: string) {
  const found = await findInterchange(database, id);
  if (!found) throw new Problem(404, `There is no interchange '${id}'`);
  return found;
}

const readInterchange = (database: Database, id: string) =>
  atOneMoment(database, async (snapshot) => {
    const found = await storedInterchange(snapshot, id);
    return { item: await interchangeDetail(snapshot, found, await readHeld(snapshot, id)) };
  });

const readOrder = (database: Database, id: string) =>
  atOneMoment(database, async (snapshot) => {
    const found = await readWholeEdiOrder(snapshot, id);
    if (!found) throw new Problem(404, `There is no order document '${id}'`);
    return { item: await ediOrderDetail(snapshot, found) };
  });

const requestedBy = (request: FastifyRequest, target: string, action: string, reason = "") => ({
  target,
  action,
  reason,
  ...requesterOf(request),
});

/** The raw text, or the bytes of the file, as a download and never inline. */
async function sendText(database: Database, id: string, form: string | undefined, reply: FastifyReply) {
  const found = await storedInterchange(database, id);
  if (form === "bytes") {
    const file = await readFile(database, found.fileId);
    return reply.type("application/octet-stream").send(Buffer.from(file.content));
  }
  return reply.type("text/plain; charset=utf-8").send(Buffer.from(await readText(database, id)));
}

/** The partner-level calls (calls#interchanges, calls#edi-orders), and the platform's additional ones. */
export function ediRoutes(app: FastifyInstance, deps: EdiDeps): void {
  const { database, wakeEdi } = deps;
  serve(app, {
    call: getInterchanges,
    filters: interchangeFilters,
    permission: "edi",
    extensions: ["edi-desk"],
    summary: "One page of the interchanges with partners, the latest first; `filters` is a JSON object",
    answerWith: async ({ query: { page }, filters }) => {
      const { rows, pages } = await readInterchangePage(database, filters, page);
      return { items: await interchangeRows(database, rows), page, pages };
    },
  });

  serve(app, {
    call: getInterchange,
    permission: "edi",
    summary: "One interchange with its messages and what was found in it",
    failures: [404],
    answerWith: ({ id }) => readInterchange(database, id),
  });

  serve(app, {
    call: getInterchangeText,
    permission: "edi",
    summary: "The raw text of an interchange, or with form=bytes the file that it came in",
    failures: [404],
    mediaType: "text/plain",
    answerWith: ({ query: { form }, id, reply }) => sendText(database, id, form, reply),
  });

  serve(app, {
    call: postInterchangeAction,
    permission: "edi.act",
    summary: "Does one of the offered actions to an interchange; what follows runs in the background",
    answer: submitted,
    failures: [404, 409, 422],
    idempotent: true,
    answerWith: async ({ query, request }) => {
      const { interchange_document_id: id, action, reason } = query;
      await performInterchangeAction(database, requestedBy(request, id, action, reason), new Date());
      await wakeEdi();
      return { submitted: true };
    },
  });

  serve(app, {
    call: getPartnerOrders,
    filters: ediOrderFilters,
    permission: "edi",
    extensions: ["edi-desk"],
    summary: "One page of partners' orders, the latest first; `filters` is a JSON object",
    answerWith: async ({ query: { page }, filters }) => {
      const { rows, pages } = await readEdiOrderPage(database, filters, page);
      return { items: await ediOrderRows(database, rows), page, pages };
    },
  });

  serve(app, {
    call: getPartnerOrder,
    permission: "edi",
    summary: "One order of the partner with its messages and the order system's words on it",
    failures: [404],
    answerWith: ({ id }) => readOrder(database, id),
  });

  serve(app, {
    call: postPartnerOrderAction,
    permission: "edi.act",
    summary:
      "Does one of the offered actions to an order of the partner; what follows runs in the background",
    answer: submitted,
    failures: [404, 409, 422],
    idempotent: true,
    answerWith: async ({ query, body: answer, request }) => {
      const { order_document_id: id, action, reason } = query;
      const requested = { ...requestedBy(request, id, action, reason), answer };
      await performEdiOrderAction(database, requested, new Date());
      await wakeEdi();
      return { submitted: true };
    },
  });

  serve(app, {
    call: previewPartnerOrderAction,
    beyond: true,
    permission: "edi.act",
    extensions: ["edi-desk"],
    summary: "What an action on an order of the partner would lead to, and send; nothing of it is kept",
    failures: [404, 409],
    answerWith: async ({ query, body: answer, request }) => {
      const { order_document_id: id, action, reason } = query;
      const requested = { ...requestedBy(request, id, action, reason), answer };
      return { item: await previewOrderAction(database, requested, new Date()) };
    },
  });

  ediQueueRoutes(app, { database });

  serve(app, {
    call: getEdiInterchanges,
    permission: "store/interchanges",
    summary: "One page of a store's interchanges, the latest first",
    answerWith: ({ query }) => listStoreInterchanges(database, query),
  });

  serve(app, {
    call: getEdiOrders,
    permission: "store/ediorders",
    summary: "One page of a store's EDI orders, the latest first",
    answerWith: ({ query }) => listStoreEdiOrders(database, query),
  });

  ediFileRoutes(app, deps);
}

/** What an action would lead to and send: it is performed with all that follows, and rolled back. */
const previewOrderAction = (database: Database, request: EdiActionRequest, at: Date) =>
  dryRun(database, async (transaction) => {
    const position = await newestPosition(transaction);
    await performEdiOrderAction(transaction, request, at);
    const acted = await findEdiOrder(transaction, request.target);
    if (!acted) throw new Error(`The order document ${request.target} is gone`);
    // An action may change the living order of its number.
    const numbered = await findNumbered(transaction, acted);
    for (const id of new Set([acted.id, ...numbered.map((one) => one.id)]))
      await takeOrderSteps(transaction, id, at);
    const after = await findEdiOrder(transaction, acted.id);
    const replies = await repliesAfter(transaction, position);
    return { outcome: orderOutcome(after ?? acted), replies: replies.map(replyWire) };
  });

const numberIn = (name: string, text: string): number => {
  if (!/^\d{1,14}$/.test(text)) throw new Problem(400, `${name}: expected a number of at most 14 digits`);
  return Number(text);
};

/** Settles a gap with a person's reason (edi#gaps), once. Throws a 400 Problem for an invalid run of numbers. */
async function settleGap(
  database: Database,
  { direction, sender, recipient, from, to, run = 0, reason }: z.output<typeof postControlNumberGap.body>,
  user: string,
  at: Date,
): Promise<void> {
  const [first, last] = [numberIn("from", from), numberIn("to", to)];
  if (last < first) throw new Problem(400, "to: comes before from");
  const gap = {
    direction,
    sender: sender.identification ?? "",
    senderQualifier: sender.qualifier ?? "",
    recipient: recipient.identification ?? "",
    recipientQualifier: recipient.qualifier ?? "",
  };
  await database
    .insert(ediSettledGaps)
    .values({ ...gap, run, first, last, reason, settledBy: user, settledAt: at })
    .onConflictDoNothing();
}

/** The EDI queue (edi#queue), and the series of control numbers with their gaps (edi#gaps). */
function ediQueueRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const readControlNumbers = controlNumbersReader(database);

  serve(app, {
    call: getEdiQueue,
    permission: "edi",
    summary: "What of EDI needs a person, and what is owed by and to partners, with the filters that find it",
    answerWith: async () => readEdiQueue(database, await readControlNumbers(), new Date()),
  });

  serve(app, {
    call: getControlNumbers,
    permission: "edi",
    summary: "The series of control references by partners and direction, with their gaps and duplicates",
    answerWith: readControlNumbers,
  });

  serve(app, {
    call: postControlNumberGap,
    permission: "edi.takeIn",
    summary: "Settles a gap in a series of control references with a reason: it is told no more",
    answer: z.object({ settled: z.literal(true) }),
    answerWith: async ({ body, request }) => {
      await settleGap(database, body, actorOf(request), new Date());
      return { settled: true };
    },
  });
}

const maxNamed = 100;

function dropOf({ body }: FastifyRequest, name: string | undefined, keyOf: (content: Buffer) => string) {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new Problem(400, "The file is empty");
  return { key: keyOf(body), name: name || "upload.edi", origin: "upload", content: body } as const;
}

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
function ediFileRoutes(app: FastifyInstance, { database, wakeEdi, ediFileLimit }: EdiDeps): void {
  const tooLarge = `The file is larger than ${fileLimitWords(ediFileLimit)}`;
  const bodyLimit = ediFileLimit * 1024;
  const takesFile = {
    failures: [413],
    words: { 413: tooLarge },
    sends: "application/octet-stream",
    bodyLimit,
  };
  void app.register((files, _options, ready) => {
    // A partner's file is accepted with any content type.
    files.removeAllContentTypeParsers();
    files.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) =>
      done(null, body),
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
        actorOf(request);
        const drop = dropOf(request, name, (content) => keyOf(request, content));
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
      answerWith: ({ query: { name }, request }) =>
        checkFile(
          database,
          dropOf(request, name, () => `check/${randomUUID()}`),
          new Date(),
        ),
    });
    ready();
  });
}

export function ediPartnerRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getEdiPartners,
    permission: "edi",
    summary: "All trading partners, by name, as the file of partners has them",
    answerWith: async () =>
      (await listEdiPartners(database)).map(({ partner, storeAlias }) => {
        const { storeId: _id, terms: _terms, ...row } = partner;
        return { ...row, id: row.identification, store_alias: storeAlias };
      }),
  });
}
