import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { controlNumberSeries, getControlNumbers, postControlNumberGap } from "#contract/ediExtensions.ts";
import { ediQueueLine, getEdiQueue } from "#contract/ediQueue.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediSettledGaps } from "#platform/database/schema/ediPartners.ts";
import { controlNumbersReader } from "#platform/domains/edi/interchanges/controlNumbers.ts";
import { nameOf } from "#platform/http/authorisation.ts";
import { Problem, serve } from "#platform/http/requests.ts";
import { readEdiQueue } from "./queue.ts";

const numberIn = (name: string, text: string): number => {
  if (!/^\d{1,14}$/.test(text)) throw new Problem(400, `${name}: expected a number of at most 14 digits`);
  return Number(text);
};

/**
 * Settles a gap in a series of control numbers with a person's reason (edi#gaps); once: a second reason for the same
 * gap is ignored. Throws a 400 Problem for an invalid run of numbers.
 */
async function settleGap(
  database: Database,
  { direction, sender, recipient, from, to, reason }: z.output<typeof postControlNumberGap.body>,
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
    .values({ ...gap, first, last, reason, settledBy: user, settledAt: at })
    .onConflictDoNothing();
}

/** The EDI queue (edi#queue), and the series of control numbers with their gaps (edi#gaps). */
export function ediQueueRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const readControlNumbers = controlNumbersReader(database);

  serve(app, {
    call: getEdiQueue,
    beyond: true,
    permission: "edi",
    extensions: ["edi-queue"],
    summary: "What of EDI needs a person, and what is owed by and to partners, with the filters that find it",
    answer: z.array(ediQueueLine),
    answerWith: async () => readEdiQueue(database, await readControlNumbers(), new Date()),
  });

  serve(app, {
    call: getControlNumbers,
    beyond: true,
    permission: "edi",
    extensions: ["edi-control-numbers"],
    summary: "The series of control references by partners and direction, with their gaps and duplicates",
    answer: z.array(controlNumberSeries),
    answerWith: readControlNumbers,
  });

  serve(app, {
    call: postControlNumberGap,
    beyond: true,
    permission: "edi.takeIn",
    extensions: ["edi-gaps"],
    summary: "Settles a gap in a series of control references with a reason: it is told no more",
    answer: z.object({ settled: z.literal(true) }),
    answerWith: async ({ body, request }) => {
      await settleGap(database, body, nameOf(request), new Date());
      return { settled: true };
    },
  });
}
