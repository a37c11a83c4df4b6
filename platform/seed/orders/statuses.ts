import { type OrderStatusCode, orderStatusCodes } from "#contract/orders.ts";
import { recorded } from "#platform/seed/fixtures.ts";
import type { Random } from "#platform/seed/random.ts";

/** A status without a label, as a newer service might send it (orders#unknown-status). */
const unlabelledStatus = "UNPROCESSABLE_GIFT_CARD_HOLD";

type Weights = readonly (readonly [OrderStatusCode, number])[];

/** How often an order stands in a status: one of today, of the last days, and an older one. */
const { fresh, recent, old }: Record<"fresh" | "recent" | "old", Weights> = recorded("statuses");

function draw(weights: Weights, random: Random): OrderStatusCode {
  let left = random.fraction() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [status, weight] of weights) {
    left -= weight;
    if (left < 0) return status;
  }
  return "COMPLETE";
}

/**
 * The status of an order of this age in days. Among a store's newest orders every third one goes
 * through all statuses in turn (`fromNewest` counts from 0), so that each is within reach.
 */
export function seedStatus(ageInDays: number, fromNewest: number, random: Random): string {
  if (fromNewest % 3 === 2) {
    const turn = (fromNewest - 2) / 3;
    if (turn < orderStatusCodes.length) return orderStatusCodes[turn] ?? unlabelledStatus;
    if (turn === orderStatusCodes.length) return unlabelledStatus;
  }
  if (ageInDays < 1) return draw(fresh, random);
  return draw(ageInDays < 10 ? recent : old, random);
}
