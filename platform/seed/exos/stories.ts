import type { StoredExoHistory } from "#platform/database/schema/exos.ts";
import { type MovingExo, movedByAction, offeredExoRule } from "#platform/domains/exos/rules.ts";
import { afterBreak, afterReply, currentJob, requestOf, withoutJob } from "#platform/domains/exos/steps.ts";
import { simulatedReply } from "#platform/outside/returns.ts";
import { recorded } from "#platform/seed/fixtures.ts";
import type { Random } from "#platform/seed/random.ts";
import type { ReturnPlan } from "./documents.ts";

/** A return's plan: its course, its end for now, and a clerk's last action. */
export type ExoPlan = ReturnPlan & {
  /** A status or a step; without one the story runs until nothing is due any more. */
  until?: string;
  action?: string;
};

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

export type ExoStory = { exo: MovingExo; histories: StoredExoHistory[]; updatedAt: Date };

// A story that has not ended after this many steps is an endless loop.
const maxSteps = 200;

const clerk = "clerk@utopia.example";

function nextEffect(exo: MovingExo, at: Date, pace: number) {
  const job = currentJob(exo);
  if (!job) return withoutJob(exo, at, pace);
  const code = exo.step === "acquire-shipment-labels" ? "return-shipment:store-labels:failure" : job.failure;
  const request = requestOf(exo, job, at);
  if (request?.script === "unstorable") {
    return afterBreak(exo, job, code, new Error("The carrier's answer is not a PDF document"), at, pace);
  }
  if (request?.script === "break") {
    return afterBreak(
      exo,
      job,
      "process:failure:unhandled",
      new Error("AP21 broke off (simulated)"),
      at,
      pace,
    );
  }
  return afterReply(exo, job, request && simulatedReply(request, pace), at, pace);
}

/**
 * Runs a return's story with the platform's own rules and the simulated companies, from its arrival to the end of its
 * plan. `pace` is in milliseconds. Throws for a plan that never gets there.
 */
export function tellStory(arrived: MovingExo, plan: ExoPlan, at: Date, pace: number): ExoStory {
  let exo: MovingExo = { ...arrived, stepAt: at };
  let updatedAt = at;
  const histories: StoredExoHistory[] = [];
  const isThere = () => plan.until === exo.status || plan.until === exo.step;
  for (let step = 0; exo.stepAt && !isThere(); step += 1) {
    if (step === maxSteps) throw new Error(`No story reaches '${plan.until}'`);
    const now = exo.stepAt;
    const effect = nextEffect(exo, now, pace);
    if (effect.notes.length > 0 || effect.exo.status !== exo.status) updatedAt = now;
    histories.push(...effect.notes.map((note) => ({ ...note, created_at: now.toISOString() })));
    exo = effect.exo;
  }
  if (plan.action) {
    const rule = offeredExoRule(exo, plan.action);
    if (!rule) throw new Error(`'${plan.action}' is not offered to a return that is ${exo.status}`);
    const now = new Date(updatedAt.getTime() + pace);
    const effect = movedByAction(rule, exo, clerk, now);
    histories.push(...effect.notes.map((note) => ({ ...note, created_at: now.toISOString() })));
    exo = effect.exo;
    updatedAt = now;
  }
  return { exo, histories: histories.reverse(), updatedAt };
}
