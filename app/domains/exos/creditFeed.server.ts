import type { User } from "#app/auth/guard.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import type { Exo as ExoDocument } from "#contract/exos.ts";
import { readMoment } from "#contract/numbers.ts";
import { searchExos } from "./api.server.ts";
import { type Credit, type CreditFacts, type CreditsKnown, creditIn, creditOfRow } from "./credit.ts";
import { askFromWhere, noteOwed, readCredit, unknownCredits } from "./creditLedger.server.ts";

/** Pages read at a time; if there are more, the next run continues after them. */
const maxPages = 25;
/** A record may be written slightly later than the time it names. */
const overlapMs = 10 * 60_000;

/** The start of the next query: slightly before the latest credit of this result. */
function afterLast(since: string | undefined, credits: readonly CreditFacts[]): string | undefined {
  const last = readMoment(credits.at(-1)?.since);
  if (last === undefined) return since;
  const next = new Date(last - overlapMs).toISOString();
  return since === undefined || next > since ? next : since;
}

/**
 * Imports the credits that the service reports as owed since the last query, oldest first: usually
 * one call. However many have the same time, each query continues where the last one ended. Skipped
 * for a service that doesn't report them (returns#credit-seen). Throws ApiError.
 */
export async function learnCredits(user: User): Promise<CreditsKnown> {
  if (!(await hasExtension(user, "credit-owed"))) return "seen";
  const { since, page: first } = await askFromWhere();
  const filters = { creditOwed: true, creditOwedSince: since } as const;
  let isUnread = false;
  for (let page = first; page < first + maxPages; page += 1) {
    const { rows, pages } = await searchExos(user, filters, page);
    isUnread ||= rows.some((row) => !row.readable);
    const credits = rows.flatMap((row) => (row.readable ? [creditOfRow(row.row)] : []));
    const isAll = page >= pages;
    const next = isAll ? { since: afterLast(since, credits), page: 1 } : { since, page: page + 1 };
    const news = await unknownCredits(credits);
    const isNext = next.since === since && next.page === first;
    if (news.length > 0 || !isNext) await noteOwed(news, next);
    if (isAll) return isUnread ? "some" : "all";
  }
  return "some";
}

/**
 * The credit of a return just read; undefined if it owes none. What it owes is recorded, whoever
 * reads it (returns#credit-seen).
 */
export async function creditOf(document: ExoDocument): Promise<(Credit & { turns: number }) | undefined> {
  const facts = creditIn(document);
  if (!facts) return undefined;
  const known = await readCredit(facts.id);
  if ((await unknownCredits([facts])).length > 0) await noteOwed([facts]);
  return { ...facts, turns: known?.turns ?? 0, given: known?.given };
}
