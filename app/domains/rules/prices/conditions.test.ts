import fc from "fast-check";
import { expect, test } from "vitest";
import { comparators, comparatorsFor, customRuleAttributeTypes } from "#contract/ruleTable.ts";
import {
  dollars,
  groups,
  nameOf,
  type Product,
  product,
  rule,
  types,
  word,
} from "#tests/support/ruleArbitraries.ts";
import { conditionHolds, conditionsHold } from "./conditions.ts";
import { evaluateRule } from "./evaluate.ts";

const reader = (attributes: Product) => (name: string) => attributes[name];
const holds = (attributes: Product, code: string, operand1: string, operand2: unknown) =>
  conditionHolds(
    { operand1, comparisonOperator: code, operand2: String(operand2) },
    types,
    reader(attributes),
  );

test("of a comparator and its opposite exactly one holds, and of less, equal and greater [rules#comparators]", () => {
  fc.assert(
    fc.property(product, word, dollars, (attributes, text, number) => {
      for (const [one, other, names] of [
        ["IsNull", "IsNotNull", ["name", "price"]],
        ["Contains", "NotContains", ["name", "tags"]],
        ["Equals", "NotEquals", ["name", "price"]],
      ] as const)
        for (const name of names) {
          const operand = name === "price" ? number : text;
          const held = [holds(attributes, one, name, operand), holds(attributes, other, name, operand)];
          expect(held.sort(), `${one} ${name}`).toEqual([false, true]);
        }
      if (attributes.price === null || attributes.name === null || attributes.name === "") return;
      for (const name of ["price", "name"]) {
        const operand = name === "price" ? number : text;
        const held = ["LessThan", "Equals", "GreaterThan"].filter(
          (code) => holds(attributes, code, name, operand) === true,
        );
        expect(held, name).toHaveLength(1);
      }
    }),
  );
});

test("a price is the same as a number and as a text", () => {
  fc.assert(
    fc.property(dollars, dollars, fc.constantFrom(...comparatorsFor("Decimal")), (price, limit, code) => {
      const [asNumber, asText] = [{ price }, { price: price.toFixed(2) }];
      expect(holds(asNumber, code, "price", limit)).toBe(holds(asText, code, "price", limit));
    }),
  );
});

test("numbers are compared as numbers, texts as texts, both without regard to case", () => {
  expect(holds({ price: 9 }, "LessThan", "price", "10")).toBe(true);
  expect(holds({ name: "9" }, "LessThan", "name", "10")).toBe(false);
  expect(holds({ name: "Trail RUNNER" }, "Contains", "name", "runner")).toBe(true);
  expect(holds({ tags: ["New", "SALE"] }, "Contains", "tags", "sale")).toBe(true);
  expect(holds({ tags: ["Wholesale"] }, "Contains", "tags", "sale")).toBe(false);
});

test("attributes are judged by their type's comparators and no other [rules#comparators]", () => {
  const value = { name: "5", price: 5, tags: ["5"] };
  for (const type of customRuleAttributeTypes) {
    const judged = Object.keys(comparators).filter(
      (code) => holds(value, code, nameOf[type], "5") !== "unknown",
    );
    expect(judged, type).toEqual(comparatorsFor(type));
  }
});

test("Or holds when one condition does, And when all do; groups hold together [rules#groups]", () => {
  fc.assert(
    fc.property(product, groups, (attributes, all) => {
      const read = reader(attributes);
      const expected = all.every(({ logicalOperator, rulesConditions }) => {
        const parts = rulesConditions.map((one) => conditionHolds(one, types, read) === true);
        const isAnd = logicalOperator?.toLowerCase() === "and";
        return parts.length === 0 || (isAnd ? parts.every(Boolean) : parts.some(Boolean));
      });
      expect(conditionsHold(all, types, read)).toBe(expected);
      expect(conditionsHold(all.toReversed(), types, read)).toBe(expected);
    }),
  );
});

test("blank conditions and actions change nothing [rules#blank-condition]", () => {
  const blank = { operand1: "", comparisonOperator: "", operand2: " " };
  fc.assert(
    fc.property(product, rule, (attributes, { rulesConditionsGroups, actions: some }) => {
      const padded = {
        rulesConditionsGroups: [
          ...rulesConditionsGroups.map((group) => ({
            ...group,
            rulesConditions: [...group.rulesConditions, blank],
          })),
          { rulesConditions: [blank] },
        ],
        actions: [{ type: "ReplaceString", attributeName: "" }, ...some],
      };
      const plain = evaluateRule({ rulesConditionsGroups, actions: some }, types, attributes);
      expect(evaluateRule(padded, types, attributes)).toEqual(plain);
    }),
  );
});

test("what is unknown decides only where nothing else does", () => {
  const known = { operand1: "name", comparisonOperator: "Contains", operand2: "boot" };
  const unknown = { operand1: "name", comparisonOperator: "SoundsLike", operand2: "boot" };
  const verdict = (logicalOperator: string, name: string) =>
    conditionsHold([{ logicalOperator, rulesConditions: [known, unknown] }], types, reader({ name }));
  expect(verdict("Or", "Boot")).toBe(true);
  expect(verdict("Or", "Sock")).toBe("unknown");
  expect(verdict("And", "Sock")).toBe(false);
  expect(verdict("And", "Boot")).toBe("unknown");
});
