import type { Looked } from "./kind.server.ts";
import { countRows, type RowResult, type RowView, type RunNews } from "./rows.ts";
import { isFollowed, isFollowing, type Run, type RunRow } from "./run.server.ts";
import type { CantRow, Review, WillRow } from "./viewModel.ts";

type LookedAt = { id: string; href: string; looked: Looked };

export function toReview({
  rows,
  ...about
}: {
  rows: readonly LookedAt[];
  isCut: boolean;
  isMoving: boolean;
  token: string;
  label: string;
}) {
  const will: WillRow[] = [];
  const earlier: WillRow[] = [];
  const cant: CantRow[] = [];
  let isFinal = false;
  let words: Review["words"];
  for (const { id, href, looked } of rows) {
    const { name, facts } = looked;
    if (!looked.can) {
      cant.push({ id, href, name, why: looked.why });
      continue;
    }
    isFinal ||= looked.isFinal;
    words ??= looked.words;
    const { amount } = looked;
    if (looked.earlier) earlier.push({ id, href, name, facts, amount, earlier: looked.earlier });
    else will.push({ id, href, name, facts, amount });
  }
  return { ...about, will, earlier, cant, isFinal, words };
}

function resultOf(row: RunRow): RowResult | undefined {
  return isFollowed(row) ? { is: "notKnown", words: "not known yet", reason: "" } : row.outcome;
}

export const toRowViews = ({ rows }: Pick<Run, "rows">): RowView[] =>
  rows.map((row, n) => {
    const { id, name, href, state, why, at, back } = row;
    return { n, id, name, href, state, why, at, back, outcome: resultOf(row) };
  });

/** What a page is told of a run after the rows of these numbers. */
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
