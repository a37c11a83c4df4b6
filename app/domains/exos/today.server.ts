import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import { compact, momentOf, oldestOf, toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import { getExoCounts } from "#contract/counts.ts";
import type { WirePage, WireRow } from "#contract/envelopes.ts";
import type { ExoSummary } from "#contract/exos.ts";
import { listExos } from "./api.server.ts";
import { exoStatusOf, sameCode, stepOf } from "./catalogue.ts";
import { sumWords } from "./credit.ts";
import { learnCredits } from "./creditFeed.server.ts";
import { pageOfCredits, sumOfCredits } from "./creditLedger.server.ts";
import { creditsPath, exoSearch, exosPath } from "./paths.ts";
import { failed, statusLineKey, stepLineKey, troubled } from "./state.ts";

/** Failed returns are told apart by their step on so many pages; beyond, a step's number is 'or more' (today#returns). */
const maxPages = 3;

type LineState = Pick<TodayLine, "count" | "orMore" | "oldestAt" | "revision">;

const statusLine = (status: string, state: LineState): TodayLine =>
  compact({
    ...state,
    key: statusLineKey(status),
    words: exoStatusOf(status).label,
    href: exosPath(undefined, { statuses: [status] }),
  });

const stepLine = (step: string, state: LineState): TodayLine => {
  const code = sameCode(step);
  const name = shorten(stepOf(step).name, 80);
  return compact({
    ...state,
    key: stepLineKey(step),
    words: name === "" ? "failed at a step that is not named" : `failed at ${name}`,
    href: exosPath(undefined, { statuses: [failed], step: code }),
    about: "Among failed returns the list is narrowed to the step on each page by itself.",
  });
};

/** From a service that counts: one call (calls#counts). */
async function countedLines(user: User): Promise<TodayLine[]> {
  const rows = await callPortalApi(user, getExoCounts, {
    query: { statuses: [...troubled, failed].join(",") },
  });
  const counts = rows.flatMap((row) => (row.readable && row.row.count > 0 ? [row.row] : []));
  const stateOf = (ours: typeof counts): LineState => ({
    count: ours.reduce((sum, { count }) => sum + count, 0),
    orMore: false,
    oldestAt: oldestOf(ours.map(({ oldest_at }) => momentOf(oldest_at))),
    revision: hashOf(ours.map(({ step, count, stamp }) => [step, count, stamp])),
  });
  const lines = troubled.flatMap((status) => {
    const ours = counts.filter((one) => one.status === status);
    return ours.length === 0 ? [] : [statusLine(status, stateOf(ours))];
  });
  const steps = counts.filter(({ status }) => status === failed);
  return [...lines, ...steps.map((one) => stepLine(toText(one.step), stateOf([one])))];
}

const stateOf = (rows: readonly WireRow<ExoSummary>[], count: number, orMore: boolean): LineState => ({
  count,
  orMore,
  oldestAt: oldestOf(
    rows.map((row) =>
      row.readable ? (momentOf(row.row.updated_at) ?? momentOf(row.row.created_at)) : undefined,
    ),
  ),
  revision: hashOf([
    count,
    rows.map((row) => (row.readable ? [row.row.id, row.row.updated_at, row.row.status] : row.id)).sort(),
  ]),
});

const pageOf = (user: User, status: string, page: number): Promise<WirePage<ExoSummary>> =>
  listExos({ user, store: undefined, stores: [] }, { ...exoSearch.every, statuses: [status], page });

/** How many stand in a status: all pages but the last are full, so that two calls count them (today#counts). */
async function statusLines(user: User, status: string): Promise<TodayLine[]> {
  const first = await pageOf(user, status, 1);
  const last = first.pages > 1 ? await pageOf(user, status, first.pages) : undefined;
  const rows = [...first.rows, ...(last?.rows ?? [])];
  const count = last ? (first.pages - 1) * first.rows.length + last.rows.length : first.rows.length;
  return count === 0 ? [] : [statusLine(status, stateOf(rows, count, false))];
}

/** The failed ones by the step that failed, which no documented call counts: they are read, up to three pages. */
async function failedLines(user: User): Promise<TodayLine[]> {
  const first = await pageOf(user, failed, 1);
  const numbers = Array.from({ length: Math.min(first.pages, maxPages) - 1 }, (_, index) => index + 2);
  const others = await Promise.all(numbers.map((page) => pageOf(user, failed, page)));
  const steps = new Map<string, WireRow<ExoSummary>[]>();
  for (const row of [first, ...others].flatMap(({ rows }) => rows)) {
    const step = row.readable ? sameCode(toText(row.row.status?.step)) : "";
    steps.set(step, [...(steps.get(step) ?? []), row]);
  }
  const isCut = first.pages > maxPages;
  return [...steps].map(([step, rows]) => stepLine(step, stateOf(rows, rows.length, isCut)));
}

/** Credits that have to be given by hand, with their sum, as far as they are known (returns#credits). */
async function creditLines(user: User): Promise<TodayLine[]> {
  const known = await learnCredits(user);
  const sum = await sumOfCredits("owed", known === "some");
  if (sum.count === 0) return [];
  const { rows } = await pageOfCredits("owed", 1);
  return [
    {
      key: "returns:credits",
      words: sumWords(sum, "owed"),
      count: sum.count,
      orMore: sum.orMore,
      oldestAt: oldestOf(rows.map(({ since }) => since)),
      href: creditsPath({}),
      ...(known === "seen"
        ? { about: "Only credits of returns that were opened in the portal are known." }
        : {}),
      revision: sum.revision,
    },
  ];
}

async function statusLinesOf(user: User): Promise<TodayLine[]> {
  if (await hasExtension(user, "exo-counts")) return countedLines(user);
  const lines = await Promise.all([
    ...troubled.map((status) => statusLines(user, status)),
    failedLines(user),
  ]);
  return lines.flat();
}

/** The returns of all stores that need a person, by cause (today#returns, today#credits). Throws ApiError. */
export async function exosToday(user: User): Promise<TodayLine[]> {
  const [lines, credits] = await Promise.all([statusLinesOf(user), creditLines(user)]);
  return [...lines, ...credits];
}
