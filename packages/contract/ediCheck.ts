import { z } from "zod";
import { defineCall } from "./calls.ts";
import { ediFinding, ediInterchange, ediPartner } from "./edi.ts";
import { ediReply } from "./ediReview.ts";
import { countedListOf, listOf, number, optionalList, text } from "./envelopes.ts";

/** `EDI_FILE_LIMIT_KB`: the largest file that is taken in, in KB of 1,024 bytes; portal and platform read it. */
export const ediFileLimit = z.coerce.number().int().min(1).max(10_240).default(1024);

/** The largest file in words: 1 MB, 100 KB. */
export const fileLimitWords = (kilobytes: number): string =>
  kilobytes % 1024 === 0 ? `${kilobytes / 1024} MB` : `${kilobytes} KB`;

const checkedLine = z.looseObject({
  number: text,
  item: text,
  description: text,
  ordered: number,
  accepted: number,
  /** Why it would not be accepted in full. */
  problem: text,
});

/** An order that an ORDERS message would create. */
const checkedOrder = z.looseObject({
  document_identifier: text,
  /** Its predicted result, in a sentence. */
  outcome: text,
  lines: optionalList(checkedLine),
});

/** One interchange of a checked file. Nothing is stored, and no number is used. */
export const checkedInterchange = z.looseObject({
  control_reference: text,
  sender: ediPartner.nullish().catch(undefined),
  recipient: ediPartner.nullish().catch(undefined),
  /** Message type → number of messages. */
  message_counts: z.record(z.string(), z.number()).nullish().catch(undefined),
  segment_count: number,
  findings: optionalList(ediFinding),
  /** Its predicted result: a processing state, and a sentence. */
  state: text,
  outcome: text,
  orders: optionalList(checkedOrder),
  replies: optionalList(ediReply),
});
export type CheckedInterchange = z.output<typeof checkedInterchange>;

/**
 * Processes a partner's file without storing it, and reports the result; the body is the unchanged file. `total` is the
 * number of its interchanges, of which the first 100 are reported.
 */
export const checkInterchanges = defineCall({
  name: "checkInterchanges",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/documents/interchanges/check",
  query: z.object({ name: z.string().max(200).optional() }),
  answer: countedListOf(checkedInterchange),
  extension: "edi-desk",
});

/** Takes in a partner's file, unchanged, at most `ediFileLimit`; the response has its interchanges, at most 100. */
export const enterInterchanges = defineCall({
  name: "enterInterchanges",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/documents/interchanges",
  query: z.object({ name: z.string().max(200).optional() }),
  answer: listOf(ediInterchange),
  extension: "edi-desk",
});
