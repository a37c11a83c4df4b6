import { expect, test } from "vitest";
import { creditOwedBy } from "./repository.ts";

const said = (created_at: string) => ({ action: "return-credit:manual-action", created_at });

test("a credit is owed since its first entry in the history, at the price of the returned items [returns#credit-owed]", () => {
  const document = {
    exchange: {
      Items: [
        { Quantity: -1, Total: -59.95 },
        { Quantity: "-2", Total: "-40.10" },
        { Quantity: 1, Total: 500 },
        { Quantity: -1, Total: "a lot" },
        { Quantity: -2, Cost: 5 },
        { Quantity: "-1", Total: "-1,000.00" },
        { Quantity: -1, Cost: "59.95", Total: "n/a" },
      ],
    },
  };
  const histories = [said("2026-11-20T00:00:00.000Z"), said("2026-11-19T00:00:00.000Z")];
  expect(creditOwedBy(document, histories)).toEqual({
    creditOwed: 1170,
    isCreditPartial: true,
    creditOwedAt: new Date("2026-11-19T00:00:00.000Z"),
  });
  expect(creditOwedBy({}, histories)).toMatchObject({ creditOwed: 0 });
});

test("any other history owes none", () => {
  const other = { action: "return-order:completed", created_at: "2026-11-20T00:00:00.000Z" };
  expect(creditOwedBy({}, [other])).toEqual({ creditOwed: null, isCreditPartial: false, creditOwedAt: null });
});
