import type { Random } from "#platform/seed/random.ts";
import type { ReturnPlan } from "./documents.ts";
import type { ExoPlan } from "./stories.ts";

const received = "await-ap21-return-received";
const finalised = "await-ap21-return-finalised";

/** One return for every way that a return can stand; a small seed goes through them in turn. */
const everyPlan: readonly [ExoPlan, ...ExoPlan[]] = [
  {},
  { until: "new" },
  { until: "create-return-shipment" },
  { until: "passive" },
  { items: "exchange" },
  { until: "send-shipment-email", action: "hold" },
  { script: { [received]: "never" }, until: "stalled" },
  { script: { [received]: "never" } },
  { items: "exchange", action: "reject" },
  { script: { "create-return-shipment": "refuse:1" } },
  { script: { "create-return-shipment": "charge" } },
  { until: "acquire-shipment-labels" },
  { until: "passive" },
  { script: { "update-return-shipment": "refuse:1" } },
  { script: { "update-return-shipment": "unknown:1" } },
  { items: "exchange" },
  { script: { "acquire-shipment-labels": "refuse:1" } },
  { until: "passive", action: "hold" },
  { script: { [finalised]: "never" }, until: "stalled" },
  { script: { "acquire-shipment-labels": "unstorable" } },
  { until: "new" },
  { script: { "finalise-shipment-order": "refuse:1" } },
  { script: { "send-shipment-email": "refuse:1" } },
  { until: "passive" },
  { items: "invalid" },
  { script: { "create-return-shipment": "busy:2" } },
  { items: "exchange", script: { "create-helpdesk-return-ticket": "refuse:1" } },
  { script: { "retrieve-ap21-ra-number": "break" } },
  { items: "missing" },
  { until: "flag-return-items-waiting" },
  { items: "exchange", action: "complete" },
];

const isWithout = (plan: ExoPlan) => Object.keys(plan).length === 0;

/**
 * The plan of the n-th return of a seed, 0 being the newest: the newest ones go through every plan in turn,
 * most of the others ran through.
 */
export function planAt(fromNewest: number, total: number, random: Random): ExoPlan {
  const everyOther = fromNewest % 2 === 0 && fromNewest < 2 * everyPlan.length * Math.ceil(total / 300);
  if (everyOther) return everyPlan[(fromNewest / 2) % everyPlan.length] ?? everyPlan[0];
  if (random.chance(0.75)) return {};
  const plan = random.pick(everyPlan);
  // Old returns are over: nobody leaves one lying at a job for months.
  return plan.until && plan.until !== "passive" ? {} : plan;
}

/** How the demo's next return goes: two in three without trouble, the others through every trouble in turn. */
export function demoPlanAt(number: number): ReturnPlan {
  const troubles = everyPlan.filter((plan) => !isWithout(plan) && !plan.until && !plan.action);
  if (number % 3 !== 0) return {};
  return troubles[Math.floor(number / 3) % troubles.length] ?? {};
}
