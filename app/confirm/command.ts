import { z } from "zod";
import type { ErrorView } from "#app/http/errorView.ts";

/** A fact about the record, which a dialog shows beside its question. */
export type Fact = { label: string; value: string };

/** What a dialog asks, in its own words, which are fixed for some (actions#confirm, returns#confirming). */
export const question = z.object({
  title: z.string(),
  /** The action's name and what it does, where the sentence doesn't say so. */
  heading: z.string(),
  description: z.string(),
  sentence: z.string(),
  /** What it is done to: name, customer, store, amount, as far as known. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  yes: z.string(),
  no: z.string(),
  /** It cannot be undone: the button that confirms it looks dangerous. */
  isFinal: z.boolean(),
});
export type Question = z.output<typeof question>;

/** What a message says of a command: 'Submitted: Put on Hold for exchange order EXO-000635'. */
export const told = z.object({
  /** How it is reported: 'Submitted' where the server says no more than that it was taken. */
  done: z.string(),
  /** What was done, up to the record's name; empty where `done` says it all. */
  what: z.string(),
  /** The record as people call it. */
  name: z.string(),
  /** Why, where a person has to say so: it goes into the audit trail. */
  why: z.string().optional(),
});
export type Told = z.output<typeof told>;

/** An earlier submission of the same command on the same, unchanged record. */
export type EarlierSubmission = {
  what: string;
  at: string;
  /** Who submitted it; undefined for the person who looks at it. */
  by: string | undefined;
};

/** The dialog of a command in one of its states; loader and action make the same shape. */
export type OpenCommand<Slot> = {
  question: Question;
  told: Told;
  /** What stands beside the question: fields, versions. */
  slot: Slot;
  /** The dialog's own address, which its form is posted to. */
  here: string;
  closeTo: string;
  /** One per submission that is meant: sent twice, it counts once. */
  token: string;
  earlier?: EarlierSubmission;
  /** Why nothing can be submitted here; the dialog then offers to close only. */
  refusal?: string;
  problem?: ErrorView;
  /** What is known of a submission that failed: that nothing was sent, or not even that. */
  sent?: "nothing" | "unknown";
};

export const noQuestion: Question = {
  title: "Confirm Action",
  heading: "",
  description: "",
  sentence: "",
  facts: [],
  yes: "",
  no: "",
  isFinal: false,
};

/** The facts that hold something. */
export const factsOf = (facts: readonly [label: string, value: string | undefined][]): Fact[] =>
  facts.flatMap(([label, value]) => (value === undefined || value === "" ? [] : [{ label, value }]));
