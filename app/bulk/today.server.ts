import { hashOf } from "#app/http/once.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import { runPath } from "./paths.ts";
import type { ListedRun } from "./rows.ts";
import { isFresh, runs } from "./run.server.ts";

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
    count: 1,
    orMore: false,
    oldestAt: run.begunAt,
    href: runPath(run.id),
    revision: hashOf([run.left, run.again]),
  }));
