import { expect, test } from "vitest";
import { readPrice, readQuantity } from "./entry.ts";

const valuesOf = <Value>(read: (text: string) => { value: Value } | { problem: string }, texts: string[]) =>
  texts.map((text) => {
    const found = read(text);
    return "value" in found ? found.value : "refused";
  });

test("a price is digits with up to two decimals, required, and printed with two [labels#price-entry]", () => {
  const right = ["59.95", "59.9", "59.", "59", ".5", " 7 ", "0", "007.10"];
  expect(valuesOf(readPrice, right)).toEqual([
    ...["59.95", "59.90", "59.00", "59.00", "0.50", "7.00", "0.00", "7.10"],
  ]);
  const wrong = ["5.955", "-1", "1,50", "$5", "1e3", "abc", ".", "5 5", "9999999"];
  expect(valuesOf(readPrice, wrong)).toEqual(wrong.map(() => "refused"));
  expect(readPrice("  ")).toEqual({ problem: "Enter a price." });
});

test("a quantity is digits, three at most; nothing is 0 [labels#quantity]", () => {
  expect(valuesOf(readQuantity, ["", "0", "1", "007", "999"])).toEqual([0, 0, 1, 7, 999]);
  const wrong = ["1000", "-1", "1.5", "x", "1 2", "٣"];
  expect(valuesOf(readQuantity, wrong)).toEqual(wrong.map(() => "refused"));
});
