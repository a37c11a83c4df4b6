import type { ErrorView } from "#app/http/errorView.ts";
import type { RowFact, RowState } from "./rows.ts";

/** A row of a review that can be done; `earlier` where the same was submitted before. */
export type WillRow = {
  id: string;
  href: string;
  name: string;
  facts: readonly RowFact[];
  earlier?: { what: string; at: string; by: string | undefined } | undefined;
};
export type CantRow = { id: string; href: string; name: string; why: string };

export type Review = {
  label: string;
  isFinal: boolean;
  will: WillRow[];
  /** Submitted before, and unchanged since. */
  earlier: WillRow[];
  cant: CantRow[];
  /** In cents, of those that will; undefined where none has an amount. */
  sum: number | undefined;
  /** More match than a run takes. */
  isCut: boolean;
  /** The list went on changing while it was read: some that match may not be among these. */
  isMoving: boolean;
  words: { label: string; isRequired: boolean } | undefined;
  token: string;
  error: ErrorView | undefined;
  waitSeconds: number;
};

export const noReview: Review = {
  label: "",
  isFinal: false,
  will: [],
  earlier: [],
  cant: [],
  sum: undefined,
  isCut: false,
  isMoving: false,
  words: undefined,
  token: "",
  error: undefined,
  waitSeconds: 0,
};

const stateWords: Record<RowState, string> = {
  waiting: "Waiting",
  sending: "Being sent",
  done: "Submitted",
  alreadyDone: "Nothing to do",
  refused: "Not sent",
  failed: "Failed",
  unknown: "Not known",
};
export const wordsOf = (state: RowState): string => stateWords[state];
