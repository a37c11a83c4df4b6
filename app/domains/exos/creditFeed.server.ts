import type { User } from "#app/auth/guard.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { toMoment } from "#app/values/read.ts";
import type { Exo as ExoDocument } from "#contract/exos.ts";
import { searchExos } from "./api.server.ts";
import { type Credit, type CreditFacts, type CreditsKnown, creditIn, creditOfRow } from "./credit.ts";
import { askFromWhen, noteOwed, readCredit, unknownCredits } from "./creditLedger.server.ts";

/** Pages that are read at a time; where there are more, the next time goes on from there. */
const mostPages = 25;
/** A record may be written a little after the moment that it names. */
const overlapMs = 10 * 60_000;

/**
 * Takes over which credits the service says are owed since it was last asked, the longest owed first: commonly one
 * call. A service that can't say is not asked (returns#credit-seen). Throws ApiError.
 */
export async function learnCredits(user: User): Promise<CreditsKnown> {
  if (!(await hasExtension(user, "credit-owed"))) return "seen";
  const from = await askFromWhen();
  const filters = { creditOwed: true, ...(from === undefined ? {} : { creditOwedSince: from }) } as const;
  for (let page = 1; page <= mostPages; page += 1) {
    const { rows, pages } = await searchExos(user, filters, page);
    const credits = rows.flatMap((row) => (row.readable ? [creditOfRow(row.row)] : []));
    const last = toMoment(credits.at(-1)?.since);
    const isAll = page >= pages;
    const next = last && (isAll ? new Date(Date.parse(last) - overlapMs).toISOString() : last);
    const isLater = next !== undefined && (from === undefined || next > from);
    await noteUnknown(credits, isLater ? next : undefined);
    if (isAll) return "all";
  }
  return "some";
}

async function noteUnknown(credits: readonly CreditFacts[], askFrom: string | undefined): Promise<void> {
  const news = await unknownCredits(credits);
  if (news.length > 0 || askFrom !== undefined) await noteOwed(news, askFrom);
}

/**
 * The credit of a return as it was read; undefined where it owes none. What it owes is noted, whoever reads it
 * (returns#credit-seen).
 */
export async function creditOf(document: ExoDocument): Promise<(Credit & { turns: number }) | undefined> {
  const facts = creditIn(document);
  if (!facts) return undefined;
  const known = await readCredit(facts.id);
  if (!known) await noteOwed([facts]);
  return { ...facts, turns: known?.turns ?? 0, ...(known?.given ? { given: known.given } : {}) };
}
