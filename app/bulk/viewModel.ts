import type { ErrorView } from "#app/http/errorView.ts";
import type { Choice, RowFact, RowState } from "./rows.ts";

/** A row of a review that can be done; `earlier` where the same was submitted before. */
export type WillRow = {
  id: string;
  href: string;
  name: string;
  facts: readonly RowFact[];
  /** In cents, where the record has an amount. */
  amount?: number | undefined;
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
  /** More match than a run takes. */
  isCut: boolean;
  /** The list went on changing while it was read: some that match may not be among these. */
  isMoving: boolean;
  words: { label: string; isRequired: boolean } | undefined;
  /** The colleagues of whom one is chosen, where records are handed over. */
  to?: readonly Choice[] | undefined;
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

export const factOf = ({ facts }: Pick<WillRow, "facts">, label: string): string | undefined =>
  facts.find((fact) => fact.label === label)?.value;

/** What all rows share, to be said once, and the labels of what differs, which are columns. */
export function sharedFacts(rows: readonly Pick<WillRow, "name" | "facts">[]): {
  shared: RowFact[];
  labels: string[];
} {
  const all = [...new Set(rows.flatMap(({ facts }) => facts.map(({ label }) => label)))].filter(
    (label) => !rows.every((row) => factOf(row, label) === row.name),
  );
  const shared = all.flatMap((label) => {
    const [value, ...others] = new Set(rows.map((row) => factOf(row, label)));
    return rows.length > 1 && value !== undefined && others.length === 0 ? [{ label, value }] : [];
  });
  return { shared, labels: all.filter((label) => !shared.some((fact) => fact.label === label)) };
}

/** The sum of those that have an amount, in cents; undefined where none has one. */
export function sumOf(rows: readonly Pick<WillRow, "amount">[]): number | undefined {
  const amounts = rows.flatMap(({ amount }) => amount ?? []);
  return amounts.length === 0 ? undefined : amounts.reduce((total, amount) => total + amount, 0);
}
