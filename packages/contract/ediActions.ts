import { z } from "zod";
import { optionalList, text, truth } from "./envelopes.ts";

/**
 * Actions on an EDI document, safest first, beside the documented `process` (edi#process). The run call takes the name
 * as its `action`:
 *
 * - `process`: runs what is outstanding;
 * - `answer-lines`: records decisions on lines of a waiting order (`ediOrderAnswer`), and sends nothing;
 * - `confirm`: creates the order with its decisions, and sends the response;
 * - `refuse`: creates no order, and responds with the person's reason;
 * - `apply-as-change`: changes the living order to the lines of a second one of its number;
 * - `process-second-order`: creates a Utopia order for a duplicate on hold although one exists for its number;
 * - `process-refused`: accepts what was refused to the partner, and sends the partner a new answer;
 * - `reprocess`: repeats the last step of a completed document as far as it is incomplete;
 * - `resend`: sends an outbound interchange again, byte by byte, under its own control reference;
 * - `resend-new-reference`: sends its messages again in a new interchange;
 * - `discard`: ends a duplicate without processing it;
 * - `release`: resumes a document on hold;
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

/** What to do to a document; `reason` is for an action that needs one. */
export const ediActionQuery = z.object({
  action: z.string().min(1),
  reason: z.string().max(maxReasonLength).optional(),
});

/** A related record of an action. `id` is a document's id; of a `utopia-order` it is its order number. */
const relatedRecord = z.looseObject({
  kind: z.enum(["interchange", "order", "utopia-order"]),
  id: z.string(),
  name: text,
});

/** An available action of a document, in the server's words. */
export const ediAvailableAction = z.looseObject({
  action: z.string().min(1),
  /** The button's label. */
  title: text,
  /** What it will do, in whole sentences. */
  description: text,
  /** A warning that a person has to confirm by ticking it ('I know that …') first. */
  warning: text,
  /** Whether a reason is required; the run call then needs `reason`. */
  needs_reason: truth,
  /** Whether the run call takes a body with decisions on the lines (`ediOrderAnswer`). */
  takes_lines: truth,
  /** Whether it is irreversible: it is never the first choice. */
  danger: truth,
  related: optionalList(relatedRecord),
});
export type EdiAvailableAction = z.output<typeof ediAvailableAction>;
