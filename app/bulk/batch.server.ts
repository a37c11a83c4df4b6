import { auditOutcome } from "#app/confirm/follow.server.ts";
import type { Outcome } from "#app/confirm/outcome.ts";
import type { BulkRow, RowOutcome } from "./kind.server.ts";
import { type Claimed, isFollowed, type Run, type Runs, type Settled } from "./run.server.ts";

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
