import { expect, test } from "vitest";
import { type Credit, creditSums } from "./credit.ts";

const credit: Credit = {
  id: "e",
  name: "EXO-1",
  store: "Clarks",
  orderId: "1001",
  customer: "Kim",
  cents: 5995,
};
const given = { because: "AP21 credit 4711", by: "Riley Clerk", at: "2026-11-20T00:00:00Z" };
const values = (one: Credit) => creditSums(one).map(({ label, value }) => `${label} ${value}`);

test("what is to be credited is owed until it is said to be given", () => {
  expect(values(credit)).toEqual(["To credit $59.95", "Given Nothing", "Owed $59.95"]);
  expect(values({ ...credit, given })).toEqual(["To credit $59.95", "Given $59.95", "Owed Nothing"]);
});

test("an amount that is not known is never $0.00", () => {
  const { cents: _, ...unknown } = credit;
  expect(values(unknown)).toEqual(["To credit Not known", "Given Nothing", "Owed Not known"]);
});
