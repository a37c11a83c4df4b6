import type { JsonObject } from "#platform/database/schema/columns.ts";
import { readDocument } from "#platform/domains/orders/rules.ts";
import { photoBlobId } from "#platform/outside/customers/files.ts";
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
