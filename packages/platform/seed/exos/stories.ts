import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredExoHistory } from "#platform/database/schema/exos.ts";
import { type MovingExo, movedByAction, offeredExoRule } from "#platform/domains/exos/rules.ts";
import { afterBreak, afterReply, currentJob, requestOf, withoutJob } from "#platform/domains/exos/steps.ts";
import { readDocument } from "#platform/domains/orders/rules.ts";
import { photoBlobId } from "#platform/outside/customers/files.ts";
import { simulatedReply } from "#platform/outside/returns.ts";
import { recorded } from "#platform/seed/fixtures.ts";
import type { Random } from "#platform/seed/random.ts";

/** A return's plan: its items, and the instructions for the simulated companies. */
export type ReturnPlan = {
  items?: "exchange" | "invalid" | "missing";
  script?: Record<string, string>;
};

type Reason = readonly [code: string, notes: string];

type Words = { reasons: readonly [Reason, ...Reason[]]; tags: readonly [string, ...string[]] };

const { reasons, tags }: Words = recorded("reasons");

const cents = (amount: number) => Math.round(amount * 100) / 100;
const words = (value: unknown, otherwise: string) => (typeof value === "string" ? value : otherwise);

function itemFrom(line: JsonObject, isSent: boolean, random: Random): JsonObject {
  const [code, notes] = random.pick(reasons);
  const quantity = isSent ? 1 : -Math.max(1, Number(line.quantity) || 1);
  const cost = Number(line.unitPrice) || 49.95;
  const photos = !isSent && (code === "FAULTY" || random.chance(0.15)) ? random.between(1, 3) : 0;
  const first = random.between(0, 900);
  return {
    Title: words(line.description, "Item"),
    LevelCode: words(line.levelCode, "UNKNOWN"),
    Quantity: quantity,
    Cost: cost,
    Total: cents(cost * quantity),
    ...(isSent ? {} : { ReturnReasonCode: code, ReturnReasonNotes: notes }),
    Tags: random.chance(0.3) ? [random.pick(tags)] : [],
    Photos: Array.from({ length: photos }, (_, index) => ({ SourceId: photoBlobId(first + index) })),
  };
}

function itemsOf(lines: readonly JsonObject[], plan: ReturnPlan, random: Random): JsonObject[] {
  const returned = lines.slice(0, random.between(1, Math.min(3, lines.length)));
  const items = returned.map((line) => itemFrom(line, false, random));
  const [first] = lines;
  if (plan.items === "exchange" && first) return [...items, itemFrom(first, true, random)];
  return plan.items === "invalid" ? items.map((item) => ({ ...item, LevelCode: "", Quantity: 0 })) : items;
}

/** Whether an order's goods can be returned: some edge-case orders lack the data for it. */
export function canComeBack(order: JsonObject): boolean {
  const { sourceId, customer, lineItems } = readDocument(order);
  const isKnown = Boolean(customer?.ap21CustomerCode && customer.email);
  const hasLines = Boolean(lineItems?.length) && lineItems?.every(({ levelCode }) => levelCode) === true;
  return isKnown && hasLines && Boolean(sourceId) && !sourceId?.startsWith("ODD-");
}

/** The return of an order of the seed: the customer's document, and its address. */
export function returnOf(
  order: JsonObject,
  plan: ReturnPlan,
  random: Random,
): { originalOrderId: string | null; emailAddress: string | null; document: JsonObject } {
  const { sourceId, customer, lineItems } = readDocument(order);
  const [firstName = "", ...lastNames] = words(customer?.name, "Kim Example").split(" ");
  const lines: JsonObject[] = lineItems?.length ? lineItems : [{ levelCode: "10000001_BLK_8" }];
  const exchange = {
    Customer: {
      FirstName: firstName,
      LastName: lastNames.join(" "),
      Ap21CustomerCode: customer?.ap21CustomerCode ?? null,
      Ap21CustomerIdx: customer?.ap21CustomerIdx ?? null,
    },
    Items: itemsOf(lines, plan, random),
    ...(plan.script ? { Simulated: plan.script } : {}),
  };
  return {
    originalOrderId: sourceId ?? null,
    emailAddress: customer?.email ?? null,
    document: plan.items === "missing" ? {} : { exchange },
  };
}

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
