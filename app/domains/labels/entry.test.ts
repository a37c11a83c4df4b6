import { describe, expect, test } from "vitest";
import { readPrice, readQuantity } from "./entry.ts";

describe("a label's price", () => {
  test.each([
    ["59.95", "59.95"],
    ["59.9", "59.90"],
    ["59.", "59.00"],
    ["59", "59.00"],
    [".5", "0.50"],
    [" 7 ", "7.00"],
    ["0", "0.00"],
    ["007.10", "7.10"],
  ])("'%s' is printed as %s", (text, value) => expect(readPrice(text)).toEqual({ value }));

  test.each(["5.955", "-1", "1,50", "$5", "1e3", "abc", ".", "5 5", "9999999"])("'%s' is refused", (text) => {
    expect(readPrice(text)).toHaveProperty("problem");
  });

  test("is required", () => expect(readPrice("  ")).toEqual({ problem: "Enter a price." }));
});

describe("a quantity", () => {
  test.each([
    ["", 0],
    ["0", 0],
    ["1", 1],
    ["007", 7],
    ["999", 999],
  ])("'%s' is %i", (text, value) => expect(readQuantity(text)).toEqual({ value }));

  test.each(["1000", "-1", "1.5", "x", "1 2", "٣"])("'%s' is refused", (text) => {
    expect(readQuantity(text)).toHaveProperty("problem");
  });
});
