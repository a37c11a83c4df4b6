import fc from "fast-check";
import { expect, test } from "vitest";
import { returnedValue } from "./credit.ts";
import { exchangeItem } from "./exos.ts";

const creditOf = (...items: object[]) =>
  returnedValue({ exchange: { Items: items.map((item) => exchangeItem.parse(item)) } });

test("a price's sign is no direction: one credit whose lines are signed in both ways is not $0.00 [returns#credit-sums]", () => {
  expect(creditOf({ Quantity: -1, Total: 20 }, { Quantity: -1, Cost: 20 })).toEqual({
    cents: 4_000,
    orMore: false,
  });
  expect(creditOf({ Quantity: -1, Total: 59.95 }, { Quantity: -1, Cost: 20 })).toMatchObject({
    cents: 7_995,
  });
});

test("a sum without one of its lines is 'or more', and without all of them not known [returns#credit-sums]", () => {
  expect(creditOf({ Quantity: -1, Total: 59.95 }, { Quantity: -1, Total: "a lot" })).toEqual({
    cents: 5_995,
    orMore: true,
  });
  expect(creditOf({ Quantity: -1, Total: 59.95 }, { Quantity: "one", Total: 5 })).toEqual({
    cents: 5_995,
    orMore: true,
  });
  expect(creditOf({ Quantity: -1 }, { Quantity: 1, Total: 5 })).toBeUndefined();
});

test("for any mix of fields and signs, the sum is that of positive values, 'or more' if a line is unreadable [returns#credit-sums]", () => {
  const cents = fc.integer({ min: 0, max: 100_000 });
  const signed = (amount: number) => fc.boolean().map((isNegative) => (isNegative ? -amount : amount) / 100);
  const line = fc.record({ cents, units: fc.integer({ min: 1, max: 9 }) }).chain(({ cents: price, units }) =>
    fc.oneof(
      signed(price * units).map((Total) => ({
        item: { Quantity: -units, Total, Cost: "n/a" },
        cents: price * units,
      })),
      signed(price).map((Cost) => ({ item: { Quantity: String(-units), Cost }, cents: price * units })),
      fc
        .constantFrom("", "n/a", null)
        .map((Total) => ({ item: { Quantity: -units, Total }, cents: undefined })),
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
      const known = lines.flatMap((one) => one.cents ?? []);
      const expected = {
        cents: known.reduce((sum, one) => sum + one, 0),
        orMore: known.length < lines.length,
      };
      expect(creditOf(...lines.map(({ item }) => item))).toEqual(known.length === 0 ? undefined : expected);
    }),
  );
});
