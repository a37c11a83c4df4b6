import { type OrderStatusCode, orderStatusCodes } from "#contract/orders.ts";
import type { Random } from "#platform/seed/random.ts";

/** A status without a label, as a newer service might send it (orders#unknown-status). */
const unlabelledStatus = "UNPROCESSABLE_GIFT_CARD_HOLD";

type Weights = readonly (readonly [OrderStatusCode, number])[];

const fresh: Weights = [
  ["PROCESSING", 30],
  ["SUBMITTED_TO_AP21", 30],
  ["SHIPMENT_PENDING", 22],
  ["UNPROCESSABLE_SOFT", 6],
  ["UNPROCESSABLE_PENDING", 5],
  ["UNPROCESSABLE_FRAUD_CHECK_FAILURE", 3],
  ["UNPROCESSABLE_MANUAL_ORDER", 4],
];
const recent: Weights = [
  ["COMPLETE", 58],
  ["SHIPMENT_PENDING", 22],
  ["SUBMITTED_TO_AP21", 6],
  ["UNPROCESSABLE_SOFT", 3],
  ["UNPROCESSABLE_HARD", 2],
  ["UNPROCESSABLE_FRAUD_CHECK_FAILURE", 1.5],
  ["UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE", 1.5],
  ["UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE", 1.5],
  ["UNPROCESSABLE_ZERO_DOLLAR_PAYMENT", 1],
  ["UNPROCESSABLE_PAYMENTS_NOT_BALANCED", 1],
  ["UNPROCESSABLE_MANUAL_ORDER", 1],
  ["INVALID", 1],
  ["REJECTED_FRAUD", 0.5],
];
const old: Weights = [
  ["COMPLETE", 96.4],
  ["INVALID", 1.6],
  ["REJECTED_FRAUD", 0.8],
  ["UNPROCESSABLE_HARD", 0.5],
  ["UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE", 0.2],
  ["UNPROCESSABLE_PAYMENTS_NOT_BALANCED", 0.2],
  ["UNPROCESSABLE_ZERO_DOLLAR_PAYMENT", 0.1],
  ["UNPROCESSABLE_MANUAL_ORDER", 0.1],
  ["SHIPMENT_PENDING", 0.1],
];

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
