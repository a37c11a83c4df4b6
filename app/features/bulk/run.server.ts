import { auditOutcome, type Outcome } from "#app/core/commands/follow.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import type { TodayLine } from "#app/features/today/lines.ts";
import type { BulkKind, BulkPlace, BulkRow, RowOutcome } from "./kind.server.ts";
import { runPath } from "./paths.ts";
import { countRows, type RowResult, type RowView, type RunNews } from "./rows.ts";
import {
  type Claimed,
  isFollowed,
  type ListedRun,
  type Run,
  type RunRow,
  type Runs,
  runs,
  type Settled,
} from "./runStore.server.ts";

const sideBySide = 4;
/** So many records are read again each time. */
const maxFollowed = 24;

/** Does `work` to each, `width` at a time. */
export async function eachOf<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}

/** A run's rows as what is to be done to records of its list. */
export const rowsOf =
  (place: BulkPlace, { action, words }: Run) =>
  ({ id, seen }: Pick<Claimed, "id" | "seen">): BulkRow =>
    place.row(id, action, words, seen);

/**
 * Takes the next rows of a run, does them, and writes down what became of each. What stops everything, such as a session
 * that ended, is thrown once that is written down; rows that were not begun then wait again.
 */
export async function runBatch(
  runs: Runs,
  person: { subject: string },
  { id }: Pick<Run, "id">,
  most: number,
  rowOf: (claimed: Claimed) => BulkRow,
): Promise<{ run: Run | undefined; done: number[] }> {
  const claimed = await runs.claim(person, id, most);
  const settled: Settled[] = [];
  const problems: unknown[] = [];
  const doOne = async (one: Claimed): Promise<RowOutcome | undefined> => {
    if (problems.length > 0) return undefined;
    try {
      return await rowOf(one).run(one.token);
    } catch (problem) {
      problems.push(problem);
      return undefined;
    }
  };
  await eachOf(claimed, sideBySide, async (one) => {
    settled.push({ n: one.n, outcome: await doOne(one) });
  });
  const run = claimed.length === 0 ? await runs.read(person, id) : await runs.settle(person, id, settled);
  if (problems.length > 0) throw problems[0];
  return { run, done: claimed.map(({ n }) => n) };
}

/**
 * Reads the records again of which nobody knows yet what became of the action, those first that were not for the longest
 * time, and writes down what became of them (bulk#outcomes). Resolves to the run, and the rows that are known now.
 */
export async function followRun(
  runs: Runs,
  person: { subject: string },
  run: Run,
  rowOf: (row: Claimed) => BulkRow,
): Promise<{ run: Run; known: number[] }> {
  const due = run.rows
    .filter(isFollowed)
    .sort((one, other) => (one.followedAt ?? 0) - (other.followedAt ?? 0))
    .slice(0, maxFollowed);
  if (due.length === 0) return { run, known: [] };
  const found = new Map<number, Outcome | undefined>();
  await eachOf(due, sideBySide, async (row) => {
    if (row.before) found.set(row.n, await rowOf(row).follow(row.before));
  });
  const { after, news } = await runs.follow(person, run.id, found);
  for (const row of news) if (row.outcome) await auditOutcome(run.label, row, row.outcome);
  return { run: after ?? run, known: news.map(({ n }) => n) };
}

/** A run that is neither under way nor through, or some rows of which failed. */
const needsSomebody = (run: ListedRun): boolean => (run.left > 0 ? !isFresh(run) : run.again > 0);

const wordsOf = ({ what, left, again, total }: ListedRun): string =>
  left > 0
    ? `${what}: ${left} of ${total} not done yet`
    : `${what}: ${again} of ${total} failed or not known`;

/** This person's runs that need them, each a line (today#own-failures). */
export const runsToday = async (person: { subject: string }): Promise<TodayLine[]> =>
  (await runs.list(person)).filter(needsSomebody).map((run) => ({
    key: `bulk:${run.id}`,
    words: wordsOf(run),
    isOne: true,
    isMine: true,
    count: 1,
    orMore: false,
    oldestAt: run.begunAt,
    href: runPath(run.id),
    revision: hashOf([run.left, run.again]),
  }));

const followMs = 10 * 60_000;

/** Whether a page reads its records again by itself: for ten minutes after each was sent. */
const isFollowing = ({ rows }: Pick<Run, "rows">): boolean =>
  rows.some((one) => isFollowed(one) && Date.now() - Date.parse(one.at) < followMs);

const freshMs = 2 * 60_000;

/** Whether somebody was at it a moment ago: only then does a page go on by itself. */
const isFresh = ({ activeAt }: Pick<Run, "activeAt">): boolean => Date.now() - activeAt < freshMs;

function resultOf(row: RunRow): RowResult | undefined {
  return isFollowed(row) ? { is: "notKnown", words: "not known yet", reason: "" } : row.outcome;
}

export const toRowViews = ({ rows }: Pick<Run, "rows">): RowView[] =>
  rows.map((row) => {
    const { n, id, name, href, state, why, at, back, said } = row;
    return { n, id, name, href, state, why, at, back, said, outcome: resultOf(row) };
  });

/** Changes of a run for its page, after some of its rows. */
export function toNews(run: Run, numbers: readonly number[]): RunNews {
  const rows = toRowViews(run);
  return {
    counts: countRows(run.rows),
    changed: numbers.flatMap((n) => rows[n] ?? []),
    isStopped: run.isStopped,
    why: run.why,
    isFollowing: isFollowing(run),
  };
}

/** A run as its page shows it. */
export function toRunView(all: Run, whenFailed: BulkKind["whenFailed"]) {
  const { id, label, words, listHref, title, begunAt, isStopped, why, kind, alias, list, action } = all;
  return {
    run: { id, label, words, listHref, title, begunAt, isStopped, why },
    counts: countRows(all.rows),
    rows: toRowViews(all),
    /** Somebody was at it a moment ago: the page goes on by itself. */
    goesOn: !isStopped && isFresh(all),
    isFollowing: isFollowing(all),
    /** What can be done next to those that failed again, in the list that they are of. */
    next: [{ action, label }, ...(whenFailed && whenFailed.action !== action ? [whenFailed] : [])],
    list: { kind, alias, list },
  };
}
export type RunView = ReturnType<typeof toRunView>;
