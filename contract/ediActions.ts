import { z } from "zod";
import { readableListOf, text } from "./envelopes.ts";

const truth = z.boolean().nullish().catch(undefined);

/**
 * What may be done to an EDI document, the safest first, beside the documented `process` (edi#process). The run call takes the name as its
 * `action`:
 *
 * - `process`: runs what is outstanding;
 * - `answer-lines`: says to lines of an order that waits what is accepted of them (`ediOrderAnswer`), and sends nothing;
 * - `confirm`: makes the order as its lines are answered, and sends the response;
 * - `refuse`: makes no order, and answers that with the person's reason;
 * - `apply-as-change`: changes the living order into what a second one of its number asks for;
 * - `process-second-order`: makes a Utopia order of a held duplicate although one exists for its number;
 * - `process-refused`: takes in what was refused to the partner, and sends the partner a new answer;
 * - `reprocess`: does the last step of a completed document again as far as it is missing something;
 * - `resend`: sends an outbound interchange again, byte by byte, under its own control reference;
 * - `resend-new-reference`: sends its messages again in a new interchange;
 * - `discard`: ends a duplicate without processing it;
 * - `release`: lets a held document go on;
 * - `close`: ends what waits for a person, with the person's reason.
 */
export const ediActionNames = [
  "process",
  "answer-lines",
  "confirm",
  "refuse",
  "apply-as-change",
  "process-second-order",
  "process-refused",
  "reprocess",
  "resend",
  "resend-new-reference",
  "discard",
  "release",
  "close",
] as const;
export type EdiActionName = (typeof ediActionNames)[number];

/** The longest reason a person can give, in characters. */
export const maxReasonLength = 500;

/** Another record that an action speaks of. `id` is a document's id; of a `utopia-order` it is its order number. */
const relatedRecord = z.looseObject({
  kind: z.enum(["interchange", "order", "utopia-order"]),
  id: z.string(),
  name: text,
});

/** One thing that may be done to a document now, in the server's words. */
export const ediAvailableAction = z.looseObject({
  action: z.string().min(1),
  /** What its button says. */
  title: text,
  /** What will happen, in whole sentences. */
  description: text,
  /** What one has to know before; a person has to tick it ('I know that …') before it is carried out. */
  warning: text,
  /** Whether the person has to say why; the run call then needs `reason`. */
  needs_reason: truth,
  /** Whether the run call takes a body that says what of the lines is accepted (`ediOrderAnswer`). */
  takes_lines: truth,
  /** Whether it does what cannot be taken back: it is never the first choice. */
  danger: truth,
  related: readableListOf(relatedRecord).nullish().catch(undefined),
});
export type EdiAvailableAction = z.output<typeof ediAvailableAction>;
