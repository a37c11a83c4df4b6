import { z } from "zod";
import { defineCall } from "./calls.ts";
import { ediPartner } from "./edi.ts";
import { maxReasonLength } from "./ediActions.ts";
import { listOf, number, optionalList, text } from "./envelopes.ts";

/**
 * Calls of the EDI service beyond the documented ones. A service without them answers 404, and the portal works without
 * them (calls#documented-only).
 */

/**
 * The raw text of an interchange, whole, as UTF-8: a successful response is text/plain, not JSON. With `form=bytes` it
 * is the bytes of its file, in or out, as application/octet-stream.
 */
export const getInterchangeText = defineCall({
  name: "getInterchangeText",
  base: "edi",
  path: "/api/bc-myer/v1/documents/interchanges/:id/text",
  query: z.object({ form: z.enum(["text", "bytes"]).optional() }),
  answer: z.unknown(),
  extension: "edi-desk",
});

/**
 * The numeric control references (0020) between two partners in one direction: those missing between the lowest and the
 * highest of a run, and those repeated within one. A run ends where a partner's numbers begin again; runs count from 0,
 * and a service without them has that one only. At most the newest 100 gaps and the newest 100 duplicates; `gap_count`
 * and `duplicate_count` count all.
 */
export const controlNumberSeries = z.looseObject({
  direction: text,
  sender: ediPartner.nullish().catch(undefined),
  recipient: ediPartner.nullish().catch(undefined),
  interchanges: number,
  /** The present run, to which the lowest and the highest number belong. */
  run: number,
  lowest: text,
  highest: text,
  gap_count: number,
  /** Runs of missing numbers, both ends included; `missing` is their count. */
  gaps: optionalList(z.looseObject({ from: text, to: text, missing: number, run: number })),
  duplicate_count: number,
  duplicates: optionalList(
    z.looseObject({
      control_reference: text,
      interchange_document_ids: optionalList(z.string()),
    }),
  ),
});
export type ControlNumberSeries = z.output<typeof controlNumberSeries>;

export const getControlNumbers = defineCall({
  name: "getControlNumbers",
  base: "edi",
  path: "/api/bc-myer/v1/control-numbers",
  answer: listOf(controlNumberSeries),
  extension: "edi-desk",
});

const settledGap = z.object({
  direction: z.string(),
  sender: ediPartner,
  recipient: ediPartner,
  from: z.string().min(1).max(14),
  to: z.string().min(1).max(14),
  /** As the gap has it; the first run without. */
  run: z.number().int().min(0).optional(),
  reason: z.string().trim().min(1).max(maxReasonLength),
});
export type SettledGap = z.output<typeof settledGap>;

/** Settles a gap in a series (extension `edi-desk`): it is no longer counted or listed. The response may be empty. */
export const postControlNumberGap = defineCall({
  name: "postControlNumberGap",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/control-numbers/settle",
  body: settledGap,
  answer: z.unknown(),
  extension: "edi-desk",
});
