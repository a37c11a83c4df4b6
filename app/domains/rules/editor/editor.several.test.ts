import { expect, test } from "vitest";
import type { GroupValues } from "#app/domains/rules/values.ts";
import { maxBatchSize, withPasted } from "./editor.ts";

const row = (attribute: string, comparator: string, operand = "") => {
  return { origin: "", attribute, comparator, operand };
};
const group = (conditions: GroupValues["conditions"], several: string, at = ""): GroupValues => {
  return { origin: "", logicalOperator: "Or", conditions, several, at };
};
const operands = ({ conditions }: GroupValues) => conditions.map(({ operand }) => operand);
const brands = (count: number) => Array.from({ length: count }, (_, index) => `Brand ${index}`);

test("fifty values become fifty conditions, the first in the row that is there [rules#several]", () => {
  const { groups, added } = withPasted([group([row("brand", "Equals")], brands(50).join("\r\n"))]);
  expect(added).toBe(50);
  expect(groups.map(operands)).toEqual([brands(50)]);
  expect(groups[0]?.conditions.every(({ attribute }) => attribute === "brand")).toBe(true);
  expect(groups[0]?.several).toBe("");
});

test("existing, blank or repeated values are not added; filled rows stay [rules#several]", () => {
  const rows = [row("brand", "Equals", "A"), row("price", "GreaterThan", "60"), row("colour", "IsNull")];
  const { groups, added } = withPasted([group(rows, " A \n\nB\nB\n C", "0")]);
  expect(added).toBe(2);
  expect(groups.map(operands)).toEqual([["A", "60", "", "B", "C"]]);
});

test("they go like the row they were pasted into, else like the last that takes a value [rules#several]", () => {
  const rows = [row("brand", "Equals", "A"), row("name", "Contains", "x"), row("", "")];
  const last = (at: string) => withPasted([group(rows, "y\nz", at)]).groups[0]?.conditions.at(-1)?.attribute;
  expect([last("0"), last(""), last("2"), last("99")]).toEqual(["brand", "name", "name", "name"]);
});

test("without such a row nothing is added, and nothing lost [rules#several]", () => {
  const one = group([row("", "")], "A\nB");
  expect(withPasted([one])).toEqual({ groups: [one], added: 0, refused: [0] });
});

test("of very many the first are added, and the others stay [rules#several]", () => {
  const pasted = brands(maxBatchSize + 2).join("\n");
  const { groups, added } = withPasted([group([row("brand", "Equals")], pasted)]);
  expect(added).toBe(maxBatchSize);
  expect(groups[0]?.several).toBe(`Brand ${maxBatchSize}\nBrand ${maxBatchSize + 1}`);
});
