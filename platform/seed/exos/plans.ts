import { recorded } from "#platform/seed/fixtures.ts";
import type { Random } from "#platform/seed/random.ts";
import type { ReturnPlan } from "./documents.ts";
import type { ExoPlan } from "./stories.ts";

/** One return for every possible state; a small seed goes through them in turn. */
const everyPlan: readonly [ExoPlan, ...ExoPlan[]] = recorded("returnPlans");

const isWithout = (plan: ExoPlan) => Object.keys(plan).length === 0;

/**
 * The plan of the n-th return of a seed, 0 being the newest: the newest ones go through every plan in turn, most of the
 * others are finished.
 */
export function planAt(fromNewest: number, total: number, random: Random): ExoPlan {
  const everyOther = fromNewest % 2 === 0 && fromNewest < 2 * everyPlan.length * Math.ceil(total / 300);
  if (everyOther) return everyPlan[(fromNewest / 2) % everyPlan.length] ?? everyPlan[0];
  if (random.chance(0.75)) return {};
  const plan = random.pick(everyPlan);
  // Old returns are finished: nobody leaves one at a job for months.
  return plan.until && plan.until !== "passive" ? {} : plan;
}

/** The plan of the demo's next return: two in three without trouble, the others with every kind of trouble in turn. */
export function demoPlanAt(number: number): ReturnPlan {
  const troubles = everyPlan.filter((plan) => !isWithout(plan) && !plan.until && !plan.action);
  if (number % 3 !== 0) return {};
  return troubles[Math.floor(number / 3) % troubles.length] ?? {};
}
