import type { BulkPlace, BulkRow, RowOutcome } from "#app/core/commands/bulkKind.server.ts";
import { type Followed, isOpen, noteOutcome } from "#app/core/commands/follow.server.ts";
import { env } from "#app/core/env.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { formatDateTime } from "#app/core/ui/text/time.ts";
import { runPath } from "./paths.ts";
import { countRows, type RowResult, type RowView, type RunNews } from "./rows.ts";
import {
  type Claimed,
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
  ({ id, seen, input }: Pick<Claimed, "id" | "seen" | "input">): BulkRow =>
    place.row(id, action, words, seen, input?.address);

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
 * Reads the records of submissions again that are not over, those first that were not for the longest time, and writes
 * down what became of them (bulk#outcomes). Resolves to those that were read.
 */
export async function readAgain(
  person: { subject: string },
  followed: readonly Followed[],
  rowOf: (one: Followed) => BulkRow,
): Promise<string[]> {
  const due = followed
    .filter(isOpen)
    .sort((one, other) => (one.readAt ?? 0) - (other.readAt ?? 0))
    .slice(0, maxFollowed);
  await eachOf(due, sideBySide, async (one) => {
    await noteOutcome(person, one.submission, await rowOf(one).follow(one.before));
  });
  return due.map(({ submission }) => submission);
}

/** The run with the outcomes of its rows as they are now, and the numbers of the rows that were read and have one. */
export async function followRun(
  runs: Runs,
  person: { subject: string },
  run: Run,
  rowOf: (row: Pick<Claimed, "id" | "seen">) => BulkRow,
): Promise<{ run: Run; withOutcome: number[] }> {
  const followed = run.rows.flatMap((row) => row.followed ?? []);
  const read = new Set(await readAgain(person, followed, ({ id }) => rowOf({ id })));
  if (read.size === 0) return { run, withOutcome: [] };
  const after = (await runs.read(person, run.id)) ?? run;
  const hasOutcome = ({ followed }: RunRow) =>
    followed?.outcome !== undefined && read.has(followed.submission);
  return { run: after, withOutcome: after.rows.filter(hasOutcome).map(({ n }) => n) };
}

/** A run that is neither under way nor through, or some rows of which failed. */
const needsSomebody = (run: ListedRun): boolean =>
  run.left > 0 ? run.runAt !== undefined || !isFresh(run) : run.again > 0;

function wordsOf({ what, left, again, total, runAt }: ListedRun): string {
  if (left === 0) return `${what}: ${again} of ${total} failed or not known`;
  return runAt === undefined
    ? `${what}: ${left} of ${total} not done yet`
    : `${what}: begins by itself ${formatDateTime(new Date(runAt).toISOString(), env.TIME_ZONE)}`;
}

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
    revision: hashOf([run.left, run.again, run.runAt ?? null]),
  }));

const followMs = 10 * 60_000;

/** Whether a page reads its records again by itself: for ten minutes after each was sent. */
const isFollowing = ({ rows }: Pick<Run, "rows">): boolean =>
  rows.some(({ followed }) => followed && isOpen(followed) && Date.now() - followed.at < followMs);

const freshMs = 2 * 60_000;

/** Whether somebody was at it a moment ago: only then does a page go on by itself. */
const isFresh = ({ activeAt }: Pick<Run, "activeAt">): boolean => Date.now() - activeAt < freshMs;

/** What became of a submission, as far as it is known. */
export const resultOf = (followed: Followed | undefined): RowResult | undefined =>
  followed && (followed.outcome ?? { is: "notKnown", words: "not known yet", reason: "", ways: [] });

export const toRowViews = ({ rows }: Pick<Run, "rows">): RowView[] =>
  rows.map((row) => {
    const { n, id, name, href, state, why, at, back, said, input } = row;
    const outcome = resultOf(row.followed);
    return { n, id, name, href, state, why, at, back, said, change: input?.change, outcome };
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

const isPlanned = ({ runAt }: { runAt?: number | undefined }): boolean =>
  runAt !== undefined && runAt > Date.now();

/** A run as its page shows it. */
export function toRunView(all: Run) {
  const { id, label, words, listHref, title, begunAt, isStopped, why, kind, alias, list, runAt } = all;
  return {
    run: { id, label, words, listHref, title, begunAt, isStopped, why },
    /** When it begins by itself, in epoch milliseconds, if that is to come. */
    beginsAt: isPlanned(all) ? runAt : undefined,
    counts: countRows(all.rows),
    rows: toRowViews(all),
    /** Somebody was at it a moment ago: the page goes on by itself. */
    goesOn: !isStopped && !isPlanned(all) && (runAt !== undefined || isFresh(all)),
    isFollowing: isFollowing(all),
    /** The list that they are of, in which what failed is gone on with. */
    list: { kind, alias, list },
  };
}
export type RunView = ReturnType<typeof toRunView>;
