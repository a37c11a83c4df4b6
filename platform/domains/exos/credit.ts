import { z } from "zod";
import { creditByHand, exo as exoOnTheWire } from "#contract/exos.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";

const exchanged = z.object({ exchange: exoOnTheWire.shape.exchange });

/** The credit that a return owes, in AUD, and when its history said so; both null where it owes none. */
type OwedCredit = { creditOwed: number | null; creditOwedAt: Date | null };

const noCredit: OwedCredit = { creditOwed: null, creditOwedAt: null };

/** What comes back, at the price of its lines, as a positive number of AUD. */
function returnedTotal(document: JsonObject): number {
  const read = exchanged.safeParse(document);
  const items = read.success ? (read.data.exchange?.Items ?? []) : [];
  const amounts = items.flatMap(({ Quantity, Cost, Total }) => {
    if (!(Number(Quantity) < 0)) return [];
    return [
      Total === null || Total === undefined || Total === "" ? Number(Cost) * Number(Quantity) : Number(Total),
    ];
  });
  const sum = amounts.filter(Number.isFinite).reduce((all, total) => all + total, 0);
  return Math.round(Math.abs(sum) * 100) / 100;
}

/** The credit that a return with this history owes since the first record that says so (returns#credit-owed). */
export function creditOwedBy(
  document: JsonObject,
  histories: readonly { action: string; created_at: string }[],
): OwedCredit {
  const said = histories.flatMap(({ action, created_at }) =>
    action === creditByHand ? [Date.parse(created_at)] : [],
  );
  if (said.length === 0) return noCredit;
  return { creditOwed: returnedTotal(document), creditOwedAt: new Date(Math.min(...said)) };
}
