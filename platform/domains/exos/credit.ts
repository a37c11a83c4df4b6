import { returnedCents } from "#contract/credit.ts";
import { creditByHand } from "#contract/exos.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { readReturn } from "./triage.ts";

/** A return's owed credit, in AUD, and when its history recorded it; both null where it owes none. */
type OwedCredit = { creditOwed: number | null; creditOwedAt: Date | null };

const noCredit: OwedCredit = { creditOwed: null, creditOwedAt: null };

/** The credit that a return with this history owes since the first record of it (returns#credit-owed). */
export function creditOwedBy(
  document: JsonObject,
  histories: readonly { action: string; created_at: string }[],
): OwedCredit {
  const said = histories.flatMap(({ action, created_at }) =>
    action === creditByHand ? [Date.parse(created_at)] : [],
  );
  if (said.length === 0) return noCredit;
  // 0 means that no returned line has a readable price (calls#credit-owed).
  const cents = returnedCents(readReturn(document)) ?? 0;
  return { creditOwed: cents / 100, creditOwedAt: new Date(Math.min(...said)) };
}
