/** At most so many rows a run (bulk#most). */
export const maxRows = 500;
/** So many a press where there is no scripting (bulk#batches). */
export const pressRows = 25;
/** So many at once while the page goes on by itself: results show soon, and little is under way when it stops. */
export const pageRows = 5;

/**
 * The state of a row of a run (bulk#results): not started, in progress, done, already done, refused by the record's
 * state, known as not done, and sent without a response.
 */
export const rowStates = [
  "waiting",
  "sending",
  "done",
  "alreadyDone",
  "refused",
  "failed",
  "unknown",
] as const;
export type RowState = (typeof rowStates)[number];

export type RowCounts = Record<RowState, number>;

export function countRows(rows: readonly { state: RowState }[]): RowCounts {
  const counts = { waiting: 0, sending: 0, done: 0, alreadyDone: 0, refused: 0, failed: 0, unknown: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/** How many are still to be done, and how many could be tried again. */
export const leftOf = ({ waiting, sending }: RowCounts): number => waiting + sending;
export const againOf = ({ failed, unknown }: RowCounts): number => failed + unknown;

/** Where what was done to a row is taken back, and what that is called. */
export type WayBack = { label: string; href: string };

export type RowView = {
  n: number;
  id: string;
  name: string;
  href: string;
  state: RowState;
  why: string;
  at: string;
  back?: WayBack | undefined;
  /** Its state in words of its own. */
  said?: string | undefined;
  /** What became of it; absent where nobody can tell. */
  outcome?: RowResult | undefined;
};
export type RowResult = { is: "wentOn" | "failed" | "notKnown"; words: string; reason: string };

/** Changes of a run for its page, after some of its rows. */
export type RunNews = {
  counts: RowCounts;
  changed: RowView[];
  isStopped: boolean;
  why: string;
  /** Its records are read again until all outcomes are known. */
  isFollowing: boolean;
};

/** What became of the rows of a run, and those that failed by their reasons, the commonest first. */
export function outcomesOf(rows: readonly Pick<RowView, "id" | "outcome">[]) {
  const count = (is: RowResult["is"]) => rows.filter(({ outcome }) => outcome?.is === is).length;
  const alike = new Map<string, string[]>();
  for (const { id, outcome } of rows)
    if (outcome?.is === "failed") alike.set(outcome.reason, [...(alike.get(outcome.reason) ?? []), id]);
  const failed = [...alike]
    .map(([reason, ids]) => ({ reason, ids }))
    .sort((one, other) => other.ids.length - one.ids.length);
  return { wentOn: count("wentOn"), failedAgain: count("failed"), notKnown: count("notKnown"), failed };
}

export type RowFact = { label: string; value: string };
export type Choice = { value: string; label: string };

export type ListedRun = {
  id: string;
  /** What is done to how many of what, in words. */
  what: string;
  /** ISO 8601. */
  begunAt: string;
  /** When somebody last had rows of it done, in epoch milliseconds. */
  activeAt: number;
  total: number;
  left: number;
  /** How many failed, or are not known. */
  again: number;
};
