import { z } from "zod";
import { defineCall } from "./calls.ts";
import { ediActionQuery } from "./ediActions.ts";
import { itemOf, number, optionalList, optionalObject, text, time } from "./envelopes.ts";

/** A difference from the terms (extension `edi-desk`): its subject, and a sentence for a person. */
export const ediDifference = z.looseObject({
  /** article, quantity, unit, pack, price, stock, date, total, unread, or a case of the header table. */
  kind: text,
  words: text,
});

/** The possible decisions on a line: as ordered, amended, or refused. */
export const ediLineAnswers = ["accept", "amend", "refuse"] as const;
export type EdiLineAnswer = (typeof ediLineAnswers)[number];

/**
 * A line of a waiting order, as the partner wrote it with our data. `place` (from 1) identifies it, also among lines of
 * the same number.
 */
export const ediReviewLine = z.looseObject({
  place: z.number(),
  /** 1082, and the item number (7140); empty where the partner wrote none. */
  number: text,
  item: text,
  description: text,
  /** Our article's code; absent where no code of the line is known. */
  article: text,
  /** Quantity and unit (6411), price, and its price basis (5284, 6411), as the partner wrote them. */
  ordered: text,
  unit: text,
  price: text,
  price_basis: text,
  /** The same in pieces, and per piece in the partner's currency; absent if unreadable. */
  pieces: number,
  unit_price: number,
  /** Our stock and price of the article; absent if unknown. */
  in_stock: number,
  our_price: number,
  differences: optionalList(ediDifference),
  /** The possible decisions. Not `accept` if quantity, article or price would be open. */
  possible_answers: optionalList(z.enum(ediLineAnswers)),
  /** The current decision of a person. */
  answer: optionalObject({
    answer: text,
    quantity: number,
    unit_price: number,
    reason: text,
    by: text,
    at: time,
  }),
});
export type EdiReviewLine = z.output<typeof ediReviewLine>;

/** A second order beside the living one of its number: a line for each difference, and the resulting changes. */
export const ediComparison = z.looseObject({
  order_document_id: text,
  utopia_order_number: text,
  lines: optionalList(z.looseObject({ number: text, item: text, living: number, this: number, words: text })),
});

/** A decision on a line. Its error messages are shown at the fields of its form. */
export const ediLineDecision = z.object({
  place: z.number().int().min(1),
  answer: z.enum(ediLineAnswers),
  quantity: z
    .number({ error: "A quantity is a number of pieces." })
    .int("A quantity is a whole number of pieces.")
    .min(1, "A quantity is 1 or more.")
    .max(10_000_000, "A quantity is at most 10,000,000.")
    .optional(),
  unit_price: z
    .number({ error: "A price is a number, e.g. 12.50." })
    .min(0, "A price is 0 or more.")
    .max(10_000_000, "A price is at most 10,000,000.")
    .optional(),
  /** The reason for the partner; by default the difference. */
  reason: z.string().trim().max(350, "A reason has at most 350 characters.").optional(),
});

/**
 * Decisions on lines, the body of the actions `answer-lines` and `confirm`. `quantity` (pieces) and `unit_price` (per
 * piece, in the partner's currency) are for `amend`, which needs one of them. `others` applies to each line with a
 * difference and no decision.
 */
export const ediOrderAnswer = z.object({
  lines: z.array(ediLineDecision).max(10_000),
  others: z.enum(["accept", "refuse"]).optional(),
});
export type EdiOrderAnswer = z.output<typeof ediOrderAnswer>;

/** A message that would be sent to the partner. The control reference in its text is a placeholder for the next one. */
export const ediReply = z.looseObject({ message_type: text, interchange_text: text });

/** The predicted result of an action; nothing is stored. */
export const ediActionPreview = z.looseObject({
  /** The predicted result for the order, in a sentence. */
  outcome: text,
  replies: optionalList(ediReply),
});
export type EdiActionPreview = z.output<typeof ediActionPreview>;

/** Tries an action on an order document (extension `edi-desk`), with the query and the body of the run call. */
export const previewPartnerOrderAction = defineCall({
  name: "previewPartnerOrderAction",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/actions/order/preview",
  query: z.object({ order_document_id: z.string().min(1), ...ediActionQuery.shape }),
  body: ediOrderAnswer.optional(),
  answer: itemOf(ediActionPreview),
});
