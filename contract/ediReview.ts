import { z } from "zod";
import { defineCall } from "./calls.ts";
import { itemOf, number, readableListOf, text, time } from "./envelopes.ts";

/** Something that is not as agreed (extension `edi-review`): what it is about, and whole words for a person. */
export const ediDifference = z.looseObject({
  /** article, quantity, unit, pack, price, stock, date, or a case of `ediHeaderCases`. */
  kind: text,
  words: text,
});
export type EdiDifference = z.output<typeof ediDifference>;

/** What may be said to a line: as it was ordered, otherwise, or not at all. */
export const ediLineAnswers = ["accept", "amend", "refuse"] as const;
export type EdiLineAnswer = (typeof ediLineAnswers)[number];

/**
 * A line of an order that waits, as the partner wrote it beside what we know. `place` (from 1) tells it from every
 * other line, also from one of the same number.
 */
export const ediReviewLine = z.looseObject({
  place: z.number(),
  /** 1082, and the item number (7140); empty where the partner wrote none. */
  number: text,
  item: text,
  description: text,
  /** Our article's code; absent where no code of the line is known. */
  article: text,
  /** Quantity and unit (6411), price, and what it is for (5284, 6411), as the partner wrote them. */
  ordered: text,
  unit: text,
  price: text,
  price_basis: text,
  /** The same in pieces, and per piece in the partner's currency; absent where it cannot be read. */
  pieces: number,
  unit_price: number,
  /** What we have of the article in stock, and what it costs with us; absent where that is not known. */
  in_stock: number,
  our_price: number,
  differences: readableListOf(ediDifference).nullish().catch(undefined),
  /** What may be said to it. Not `accept` where that would leave open how much of what, at which price. */
  possible_answers: readableListOf(z.enum(ediLineAnswers)).nullish().catch(undefined),
  /** What a person has said to it so far. */
  answer: z
    .looseObject({ answer: text, quantity: number, unit_price: number, reason: text, by: text, at: time })
    .nullish()
    .catch(undefined),
});
export type EdiReviewLine = z.output<typeof ediReviewLine>;

/** A second order beside the living one of its number: a line each where they differ, and what would be changed. */
export const ediComparison = z.looseObject({
  order_document_id: text,
  utopia_order_number: text,
  lines: readableListOf(
    z.looseObject({ number: text, item: text, living: number, this: number, words: text }),
  )
    .nullish()
    .catch(undefined),
});
export type EdiComparison = z.output<typeof ediComparison>;

/**
 * What a person says to lines, the body of the actions `answer-lines` and `confirm`. `quantity` (pieces) and `unit_price`
 * (per piece, in the partner's currency) belong to `amend`, which needs one of them. `others` is said to each line that
 * has a difference and no answer.
 */
export const ediOrderAnswer = z.object({
  lines: z
    .array(
      z.object({
        place: z.number().int().min(1),
        answer: z.enum(ediLineAnswers),
        quantity: z.number().int().min(1).max(10_000_000).optional(),
        unit_price: z.number().min(0).max(10_000_000).optional(),
        /** Why, as the partner reads it; without one what differs is given as the reason. */
        reason: z.string().trim().max(350).optional(),
      }),
    )
    .max(10_000),
  others: z.enum(["accept", "refuse"]).optional(),
});
export type EdiOrderAnswer = z.output<typeof ediOrderAnswer>;

/** What would be sent to the partner. The control reference in its text stands for the next of the series. */
export const ediReply = z.looseObject({ message_type: text, interchange_text: text });

/** What an action would lead to; nothing of it is kept. */
export const ediActionPreview = z.looseObject({
  /** What would become of the order, in a sentence. */
  outcome: text,
  replies: readableListOf(ediReply).nullish().catch(undefined),
});
export type EdiActionPreview = z.output<typeof ediActionPreview>;

/** Tries an action on an order document (extension `edi-review`), with the query and the body of the run call. */
export const previewPartnerOrderAction = defineCall({
  name: "previewPartnerOrderAction",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/actions/order/preview",
  query: z.object({
    order_document_id: z.string().min(1),
    action: z.string().min(1),
    reason: z.string().max(500).optional(),
  }),
  body: ediOrderAnswer.optional(),
  answer: itemOf(ediActionPreview),
});
