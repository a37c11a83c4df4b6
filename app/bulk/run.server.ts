import { z } from "zod";
import { auditOutcome, type Outcome, outcome, recordProgress } from "#app/confirm/follow.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import type { BulkKind, BulkPlace, BulkRow, RowOutcome } from "./kind.server.ts";
import { runPath } from "./paths.ts";
import { againOf, countRows, leftOf, type RowResult, type RowView, type RunNews, rowStates } from "./rows.ts";

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
    .map((row, n) => ({ ...row, n }))
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

const ttlSeconds = 7 * 24 * 3600;
/** Longer than any one write takes: a row under way for longer has lost the process that did it. */
const claimMs = 90_000;
const maxListed = 30;
/** So many rows that fail together are one trouble of the service's, and not theirs. */
const troubleRows = 5;

const row = z.object({
  id: z.string(),
  name: z.string(),
  href: z.string(),
  token: z.string(),
  /** How the record stood when it was looked at. */
  seen: z.string().optional(),
  state: z.enum(rowStates),
  why: z.string(),
  back: z.object({ label: z.string(), href: z.string() }).optional(),
  /** Its state in words of its own. */
  said: z.string().optional(),
  /** When it was done, ISO 8601; empty before. */
  at: z.string(),
  /** Since when it is under way, in epoch milliseconds. */
  since: z.number(),
  /** It was sent before, without an answer. */
  isTried: z.boolean(),
  /** How far the record had come when it was sent, if what becomes of it is followed; what became of it once that is known. */
  before: recordProgress.optional(),
  outcome: outcome.optional(),
  /** When the record was last read again for it, in epoch milliseconds. */
  followedAt: z.number().optional(),
});
export type RunRow = z.output<typeof row>;

const run = z.object({
  id: z.string(),
  kind: z.string(),
  alias: z.string(),
  list: z.string(),
  action: z.string(),
  label: z.string(),
  words: z.string(),
  /** The list that it was begun from, and what its page is called. */
  listHref: z.string(),
  title: z.string(),
  /** ISO 8601. */
  begunAt: z.string(),
  /** When somebody last had rows of it done, in epoch milliseconds. */
  activeAt: z.number(),
  isStopped: z.boolean(),
  why: z.string(),
  rows: z.array(row),
});
export type Run = z.output<typeof run>;

const listed = z.object({
  id: z.string(),
  /** What is done to how many of what, in words. */
  what: z.string(),
  /** ISO 8601. */
  begunAt: z.string(),
  /** When somebody last had rows of it done, in epoch milliseconds. */
  activeAt: z.number(),
  total: z.number(),
  left: z.number(),
  /** How many failed, or are not known. */
  again: z.number(),
});
export type ListedRun = z.output<typeof listed>;
const listedRuns = z.array(listed);

/** What a run is about; its rows wait. */
export type NewRun = Pick<
  Run,
  "kind" | "alias" | "list" | "action" | "label" | "words" | "listHref" | "title"
> & {
  /** What is done to how many of what, in words. */
  what: string;
  rows: readonly Pick<RunRow, "id" | "name" | "href" | "token" | "seen">[];
};

/** Whether it was sent, and nobody knows yet what became of it. */
const isFollowed = ({ state, before, outcome }: RunRow): boolean =>
  state === "done" && before !== undefined && outcome === undefined;

const followMs = 10 * 60_000;

/** Whether a page reads its records again by itself: for ten minutes after each was sent. */
const isFollowing = ({ rows }: Pick<Run, "rows">): boolean =>
  rows.some((one) => isFollowed(one) && Date.now() - Date.parse(one.at) < followMs);

type Person = { subject: string };
export type Claimed = RunRow & { n: number };
/** What became of it; undefined where it was not begun after all. */
export type Settled = { n: number; outcome: RowOutcome | undefined };

/** Whether a row may be taken: it waits, or whoever took it is gone. */
const isFree = ({ state, since }: RunRow, now: number): boolean =>
  state === "waiting" || (state === "sending" && now - since > claimMs);

function settledRow(stood: RunRow, outcome: RowOutcome | undefined): RunRow {
  if (!outcome) return { ...stood, state: "waiting" };
  const { is, said } = outcome;
  const before = { ...stood, said };
  if (is === "done") {
    const { at, back = before.back, before: progress = before.before } = outcome;
    return { ...before, state: is, at, why: "", isTried: false, back, before: progress };
  }
  if (is === "alreadyDone") return { ...before, state: is, why: "", isTried: false };
  // What may have been taken before is never known as not done: it keeps its token.
  if (is !== "unknown" && before.isTried) {
    return { ...before, state: "unknown", why: `${outcome.why} It was sent before, and no answer came.` };
  }
  return { ...before, state: is, why: outcome.why, isTried: is === "unknown" };
}

/** The last runs, and every one before them that still has something to do and is stored as long. */
const newestOf = (runs: ListedRun[], now: number): ListedRun[] =>
  runs.filter(
    ({ left, again, activeAt }, index) =>
      index >= runs.length - maxListed || (left + again > 0 && now - activeAt < ttlSeconds * 1000),
  );

/**
 * Runs of one action on many records, kept for a week for the person who began them. A row is taken by one process at a
 * time, and keeps its one-time token however often it is taken, so that it is done once (bulk#once).
 */
export function createRuns(stored: Records, clock: () => number) {
  const runKey = ({ subject }: Person, id: string) => `bulk-run:${subject}:${id}`;
  const listKey = ({ subject }: Person) => `bulk-runs:${subject}`;

  const read = (person: Person, id: string): Promise<Run | undefined> => stored.get(runKey(person, id), run);
  const list = async (person: Person): Promise<ListedRun[]> =>
    (await stored.get(listKey(person), listedRuns)) ?? [];

  const changeList = (person: Person, to: (runs: ListedRun[]) => ListedRun[]) =>
    stored.change(listKey(person), listedRuns, ttlSeconds, (runs = []) => newestOf(to(runs), clock()));

  async function noteCounts(person: Person, { id, activeAt, rows }: Run): Promise<void> {
    const counts = countRows(rows);
    const news = { activeAt, left: leftOf(counts), again: againOf(counts) };
    await changeList(person, (runs) => runs.map((one) => (one.id === id ? { ...one, ...news } : one)));
  }

  /** Changes a run while nobody else does; undefined where this person has no such run. */
  const change = (person: Person, id: string, to: (was: Run) => Run) =>
    stored.change(runKey(person, id), run, ttlSeconds, (was) => was && to(was));

  const mapRows = (was: Run, to: (row: RunRow, n: number) => RunRow): Run => ({
    ...was,
    rows: was.rows.map(to),
  });

  return {
    read,
    list,

    async begin(person: Person, review: string, { what, ...about }: NewRun): Promise<string> {
      const id = hashOf(review).slice(0, 22);
      const now = clock();
      const begunAt = new Date(now).toISOString();
      const rows = about.rows.map((one) => ({
        ...one,
        state: "waiting" as const,
        why: "",
        at: "",
        since: 0,
        isTried: false,
      }));
      const begun: Run = { ...about, id, begunAt, activeAt: now, isStopped: false, why: "", rows };
      if (await stored.add(runKey(person, id), begun, ttlSeconds)) {
        const total = rows.length;
        const line = { id, what, begunAt, activeAt: now, total, left: total, again: 0 };
        await changeList(person, (runs) => [...runs, line]);
      }
      return id;
    },

    /** Takes up to `most` rows to be done by the caller alone; none of a run that is stopped. */
    async claim(person: Person, id: string, most: number): Promise<Claimed[]> {
      const claimed: Claimed[] = [];
      const now = clock();
      await change(person, id, (was) => {
        if (was.isStopped) return was;
        return mapRows({ ...was, activeAt: now }, (one, n) => {
          if (claimed.length >= most || !isFree(one, now)) return one;
          const taken: RunRow = {
            ...one,
            state: "sending",
            since: now,
            isTried: one.isTried || one.state === "sending",
          };
          claimed.push({ ...taken, n });
          return taken;
        });
      });
      return claimed;
    },

    /** Writes down what became of rows that were taken. When all of several failed, the run stops. */
    async settle(person: Person, id: string, settled: readonly Settled[]): Promise<Run | undefined> {
      const byRow = new Map(settled.map((one) => [one.n, one]));
      const inTrouble =
        settled.length >= troubleRows &&
        settled.every(({ outcome }) => outcome?.is === "failed" || outcome?.is === "unknown");
      const why = inTrouble ? `The last ${settled.length} all failed, so it was stopped.` : undefined;
      const after = await change(person, id, (was) => {
        const next = mapRows(was, (one, n) => {
          const result = byRow.get(n);
          // Somebody else may have taken the row since, and been faster.
          return result && one.state === "sending" ? settledRow(one, result.outcome) : one;
        });
        return why === undefined ? next : { ...next, isStopped: true, why };
      });
      if (after) await noteCounts(person, after);
      return after;
    },

    /** Writes down what became of rows that were read again; resolves to those that nobody else wrote down before. */
    async follow(person: Person, id: string, found: ReadonlyMap<number, Outcome | undefined>) {
      const news: Claimed[] = [];
      const after = await change(person, id, (was) =>
        mapRows(was, (one, n) => {
          if (!found.has(n) || !isFollowed(one)) return one;
          const next = { ...one, followedAt: clock(), outcome: found.get(n) };
          if (next.outcome) news.push({ ...next, n });
          return next;
        }),
      );
      return { after, news };
    },

    stop: (person: Person, id: string) => change(person, id, (was) => ({ ...was, isStopped: true, why: "" })),
    resume: (person: Person, id: string) =>
      change(person, id, (was) => ({ ...was, isStopped: false, why: "", activeAt: clock() })),

    /** Lets the failed rows run again: under a new token where nothing was done, under their own without a response. */
    async again(person: Person, id: string, newToken: () => string): Promise<Run | undefined> {
      const after = await change(person, id, (was) =>
        mapRows({ ...was, isStopped: false, why: "", activeAt: clock() }, (one) => {
          if (one.state === "failed") return { ...one, state: "waiting", why: "", token: newToken() };
          return one.state === "unknown" ? { ...one, state: "waiting", why: "", isTried: true } : one;
        }),
      );
      if (after) await noteCounts(person, after);
      return after;
    },
  };
}

export type Runs = ReturnType<typeof createRuns>;
export const runs: Runs = createRuns(records, Date.now);

const freshMs = 2 * 60_000;

/** Whether somebody was at it a moment ago: only then does a page go on by itself. */
const isFresh = ({ activeAt }: Pick<Run, "activeAt">): boolean => Date.now() - activeAt < freshMs;

function resultOf(row: RunRow): RowResult | undefined {
  return isFollowed(row) ? { is: "notKnown", words: "not known yet", reason: "" } : row.outcome;
}

export const toRowViews = ({ rows }: Pick<Run, "rows">): RowView[] =>
  rows.map((row, n) => {
    const { id, name, href, state, why, at, back, said } = row;
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
