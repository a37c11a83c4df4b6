import type { AddressCorrection } from "#app/core/commands/address.ts";
import type { RowFact, WayBack } from "#app/core/commands/model.ts";
import type { Sum } from "#contract/credit.ts";

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
  /** What was typed for it alone, in words. */
  change?: string | undefined;
  /** What became of it; absent where noRows can tell. */
  outcome?: RowResult | undefined;
};
export type RowResult = {
  is: "wentOn" | "needsPerson" | "failed" | "notKnown";
  words: string;
  /** How often it was tried, in words. */
  tried?: string | undefined;
  reason: string;
  ways: readonly WayOn[];
};
/** An action that a record offers. */
export type WayOn = { action: string; label: string };

/** What changed in a run since it was last shown. */
export type RunNews = {
  counts: RowCounts;
  changed: RowView[];
  isStopped: boolean;
  why: string;
  /** Its records are read again until all outcomes are known. */
  isFollowing: boolean;
};

/** Records that wait for a person for one reason, and what they offer: an action with those that offer it. */
export type Stuck = { reason: string; ids: string[]; next: (WayOn & { ids: string[] })[] };

const maxWays = 3;

function waysOf(rows: readonly { id: string; ways: readonly WayOn[] }[]): Stuck["next"] {
  const next = new Map<string, WayOn & { ids: string[] }>();
  for (const { id, ways } of rows)
    for (const way of ways) {
      const soFar = next.get(way.action) ?? { ...way, ids: [] };
      next.set(way.action, { ...soFar, ids: [...soFar.ids, id] });
    }
  return [...next.values()].sort((one, other) => other.ids.length - one.ids.length).slice(0, maxWays);
}

/** What became of records, and those that wait for a person by their reasons, the commonest first (bulk#outcomes). */
export function outcomesOf(rows: readonly Pick<RowView, "id" | "outcome">[]) {
  const count = (is: RowResult["is"]) => rows.filter(({ outcome }) => outcome?.is === is).length;
  const alike = new Map<string, { id: string; ways: readonly WayOn[] }[]>();
  for (const { id, outcome } of rows)
    if (outcome?.is === "failed" || outcome?.is === "needsPerson")
      alike.set(outcome.reason, [...(alike.get(outcome.reason) ?? []), { id, ways: outcome.ways }]);
  const stuck = [...alike]
    .map(([reason, some]): Stuck => ({ reason, ids: some.map(({ id }) => id), next: waysOf(some) }))
    .sort((one, other) => other.ids.length - one.ids.length);
  return {
    wentOn: count("wentOn"),
    needsPerson: count("needsPerson"),
    failedAgain: count("failed"),
    notKnown: count("notKnown"),
    stuck,
  };
}

/** 'Move to Manual' of two as 'Move these 2 to Manual', 'Put On Hold' of one as 'Put this one On Hold'. */
export function wayWords(label: string, count: number): string {
  const these = count === 1 ? "this one" : `these ${count}`;
  const [, verb = "", rest = ""] = /^(\S+)((?: (?:to|on|as|off|in|from|for|again)\b.*)?)$/i.exec(label) ?? [];
  return verb === "" ? `${label}: ${these}` : `${verb} ${these}${rest}`;
}

/** A row of a review that can be done; `earlier` where the same was submitted before. */
export type WillRow = {
  id: string;
  href: string;
  name: string;
  facts: readonly RowFact[];
  amount?: Sum | undefined;
  earlier?: { what: string; at: string; by: string | undefined } | undefined;
  /** Its place in the review. */
  n: number;
  /** The address that is typed for it alone. */
  correction?: AddressCorrection | undefined;
};
export type CantRow = { id: string; href: string; name: string; why: string };

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

/** The sum of those that have an amount, 'or more' where one has none; undefined where all have none. */
export function sumOf(rows: readonly Pick<WillRow, "amount">[]): Sum | undefined {
  const amounts = rows.flatMap(({ amount }) => amount ?? []);
  if (amounts.length === 0) return undefined;
  return {
    cents: amounts.reduce((total, { cents }) => total + cents, 0),
    orMore: amounts.length < rows.length || amounts.some(({ orMore }) => orMore),
  };
}
