import { z } from "zod";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { confirmTitle } from "#app/core/specification/actions.ts";

/** `way`: where a person can do something about it, a path of the portal. */
const fact = z.object({
  label: z.string(),
  value: z.string(),
  way: z.object({ href: z.string().regex(/^\/(?![/\\])/), words: z.string() }).optional(),
});
export type Fact = z.output<typeof fact>;

/** The question of a dialog; some have fixed words (actions#confirm, returns#confirming). */
export const question = z.object({
  /** The dialog's heading; empty for the action and its record. */
  title: z.string(),
  /** The action's name and effect, where the sentence doesn't include them. */
  heading: z.string(),
  description: z.string(),
  sentence: z.string(),
  /** The record: name, customer, store, amount, as far as known. */
  facts: z.array(fact),
  yes: z.string(),
  no: z.string(),
  /** It is irreversible: the confirm button looks dangerous. */
  isFinal: z.boolean(),
});
export type Question = z.output<typeof question>;

/** The message after a command: 'Submitted: Put on Hold for exchange order EXO-000635'. */
export const receipt = z.object({
  /** The verb: 'Submitted' if the server only confirms receipt. */
  verb: z.string(),
  /** The object before the record's name; empty if the verb says it all. */
  object: z.string(),
  name: z.string(),
  /** The reason, if required: recorded in the audit trail. */
  why: z.string().optional(),
});
export type Receipt = z.output<typeof receipt>;

/** An earlier submission of the same command on the same, unchanged record. */
export type EarlierSubmission = {
  what: string;
  at: string;
  /** Who submitted it; undefined for the current user. */
  by: string | undefined;
};

/** The dialog of a command in one of its states, as returned by loader and action. */
export type OpenCommand<Slot> = {
  question: Question;
  receipt: Receipt;
  slot: Slot;
  /** The dialog's own URL, which its form posts to. */
  here: string;
  closeTo: string;
  /** One per intended submission: sent twice, it counts once. */
  token: string;
  earlier?: EarlierSubmission;
  /** What was typed as a note on the record; undefined where a command has no such field. */
  remark?: { text: string; isWanted: boolean };
  /** Why nothing can be submitted here; the dialog then has only a close button. */
  refusal?: string;
  problem?: ErrorView;
  /** The outcome of a failed submission: nothing was sent, or unknown. */
  sent?: "nothing" | "unknown";
};

export const noQuestion: Question = {
  title: confirmTitle,
  heading: "",
  description: "",
  sentence: "",
  facts: [],
  yes: "",
  no: "",
  isFinal: false,
};

export const factsOf = (facts: readonly (readonly [label: string, value: string | undefined])[]): Fact[] =>
  facts.flatMap(([label, value]) => (value === undefined || value === "" ? [] : [{ label, value }]));
