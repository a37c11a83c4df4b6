import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ActionTypeCode,
  actionTypes,
  actionTypesFor,
  comparators,
  customRuleAttributeTypes,
} from "#contract/ruleTable.ts";
import {
  actions,
  dollars,
  nameOf,
  type Product,
  product,
  rule,
  types,
  word,
} from "#tests/support/ruleArbitraries.ts";
import { evaluateRule } from "./evaluate.ts";

const reader = (attributes: Product) => (name: string) => attributes[name];
const effect = (attributes: Product, type: ActionTypeCode, attributeName: string, operands: object = {}) =>
  evaluateRule(
    { rulesConditionsGroups: [], actions: [{ type, attributeName, ...operands }] },
    types,
    attributes,
  );
const left = (attributes: Product, type: ActionTypeCode, attributeName: string, operands: object = {}) => {
  const [change] = effect(attributes, type, attributeName, operands).changes;
  return change ? change.after : attributes[attributeName];
};

test("nothing where it does not apply; otherwise only what its actions name, from what stands there", () => {
  fc.assert(
    fc.property(product, rule, (attributes, some) => {
      const before = structuredClone(attributes);
      const { applies, changes } = evaluateRule(some, types, attributes);
      expect(attributes).toEqual(before);
      if (applies !== true) expect(changes).toEqual([]);
      const named = some.actions.map(({ attributeName }) => attributeName);
      for (const change of changes) {
        expect(named).toContain(change.attribute);
        expect(change.before).toEqual(reader(attributes)(change.attribute));
        expect(change.after).not.toEqual(change.before);
      }
      expect(new Set(changes.map(({ attribute }) => attribute)).size).toBe(changes.length);
    }),
  );
});

test("its actions one after the other are the same as one rule each [rules#rows]", () => {
  fc.assert(
    fc.property(product, actions, (attributes, some) => {
      const whole = evaluateRule({ rulesConditionsGroups: [], actions: some }, types, attributes);
      const stepwise = structuredClone(attributes);
      for (const one of some) {
        const { changes } = evaluateRule({ rulesConditionsGroups: [], actions: [one] }, types, stepwise);
        Object.assign(
          stepwise,
          Object.fromEntries(changes.map(({ attribute, after }) => [attribute, after])),
        );
      }
      const wholly = Object.fromEntries(whole.changes.map((change) => [change.attribute, change.after]));
      expect({ ...attributes, ...wholly }).toEqual(stepwise);
    }),
  );
});

test("a discount never raises a price and never goes below 0; 0 changes nothing", () => {
  fc.assert(
    fc.property(dollars, fc.integer({ min: 0, max: 100 }), dollars, (price, percentValue, amount) => {
      const results = [
        left({ price }, "PercentDiscount", "price", { percentOf: "price", percentValue }),
        left({ price }, "AmountDiscount", "price", { newValue: String(amount) }),
      ].map(Number);
      for (const result of results) {
        expect(result).toBeGreaterThanOrEqual(0);
        expect(result).toBeLessThanOrEqual(price);
        expect(Number(result.toFixed(2))).toBe(result);
      }
      expect(effect({ price }, "AmountDiscount", "price", { newValue: "0" }).changes).toEqual([]);
    }),
  );
});

test("a fixed price, and an item that is added or removed, twice is the same as once", () => {
  fc.assert(
    fc.property(product, word, dollars, (attributes, text, number) => {
      for (const [type, name] of [
        ["FixedPrice", "price"],
        ["AddItem", "tags"],
        ["RemoveItem", "tags"],
      ] as const) {
        const operands = { newValue: name === "price" ? String(number) : text, orignalValue: text };
        const once = { ...attributes, [name]: left(attributes, type, name, operands) };
        expect(effect(once, type, name, operands).changes, type).toEqual([]);
      }
    }),
  );
});

test("items: added once, gone when removed, replaced in their place", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), word, word, (tags, one, other) => {
      const same = (item: unknown) => String(item).toLowerCase() === one.toLowerCase();
      const added = left({ tags }, "AddItem", "tags", { newValue: one });
      expect(added).toEqual(tags.some(same) ? tags : [...tags, one]);
      const removed = left({ tags }, "RemoveItem", "tags", { orignalValue: one });
      expect(removed).toEqual(tags.filter((tag) => !same(tag)));
      const replaced = left({ tags }, "ReplaceItem", "tags", { orignalValue: one, newValue: other });
      expect(replaced).toEqual(tags.map((tag) => (same(tag) ? other : tag)));
    }),
  );
});

test("each type of action does what it is called [rules#action-types, rules#action-fields]", () => {
  const cases: [ActionTypeCode, string, object, Product, unknown][] = [
    ["FixedPrice", "price", { newValue: "49.95" }, { price: 60 }, 49.95],
    ["FixedPrice", "price", { newValue: "49.9" }, { price: "60.00" }, "49.90"],
    ["FixedPrice", "price", { newValue: 10 }, {}, 10],
    [
      "PercentDiscount",
      "price",
      { percentOf: "rrp", percentValue: "15" },
      { price: "9.00", rrp: 99.99 },
      "84.99",
    ],
    ["AmountDiscount", "price", { newValue: "15" }, { price: 10 }, 0],
    ["ReplaceString", "name", { newValue: "Boot" }, { name: "Shoe" }, "Boot"],
    ["ReplaceString", "name", { orignalValue: "a", newValue: "$&" }, { name: "banana" }, "b$&n$&n$&"],
    ["AppendString", "name", { newValue: " by Tern" }, { name: "Shoe" }, "Shoe by Tern"],
    ["AppendString", "name", { newValue: "Tern" }, { name: null }, "Tern"],
    ["AddItem", "tags", { newValue: "Sale" }, { tags: null }, ["Sale"]],
    ["AddItem", "tags", { newValue: "Sale" }, { tags: "New" }, ["New", "Sale"]],
    ["RemoveItem", "tags", { orignalValue: "Sale" }, { tags: null }, null],
  ];
  expect(
    cases.map(([type, name, operands, attributes]) => [
      type,
      name,
      operands,
      attributes,
      left(attributes, type, name, operands),
    ]),
  ).toEqual(cases);
});

test("what cannot be judged is said and left alone", () => {
  const unclear = (type: string, attributeName: string, attributes: Product, operands: object = {}) =>
    evaluateRule(
      { rulesConditionsGroups: [], actions: [{ type, attributeName, ...operands }] },
      types,
      attributes,
    );
  expect(unclear("RoundToNearest", "price", { price: 1 })).toMatchObject({
    changes: [],
    unclear: ["price: the portal does not know the action 'RoundToNearest'"],
  });
  expect(unclear("FixedPrice", "name", { name: "x" }, { newValue: "1" }).unclear).toHaveLength(1);
  expect(unclear("AmountDiscount", "price", { price: "soon" }, { newValue: "1" }).unclear).toHaveLength(1);
  expect(unclear("ReplaceString", "other", { other: ["a"] }, { newValue: "b" })).toMatchObject({
    changes: [],
    unclear: [expect.stringContaining("other")],
  });
});

test("every action type of a type's attributes does something, and no other [rules#action-types]", () => {
  const operands = { newValue: "7", orignalValue: "5", percentOf: "price", percentValue: "10" };
  for (const type of customRuleAttributeTypes) {
    const doing = Object.keys(actionTypes).filter((code) => {
      const one = { type: code, attributeName: nameOf[type], ...operands };
      const values = { name: "5", price: 5, tags: ["5"] };
      return evaluateRule({ rulesConditionsGroups: [], actions: [one] }, types, values).changes.length > 0;
    });
    expect(doing, type).toEqual(actionTypesFor(type));
  }
});

test("whatever a rule and a product hold, there is an answer", () => {
  const scalar = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined));
  const known = fc.constantFrom(...types.keys(), "__proto__", "constructor", "a.b");
  const code = fc.constantFrom<string>(...Object.keys(comparators), ...Object.keys(actionTypes), "toString");
  const anyRule = fc.record({
    rulesConditionsGroups: fc.array(
      fc.record({
        logicalOperator: scalar,
        rulesConditions: fc.array(
          fc.record({
            operand1: fc.oneof(known, scalar),
            comparisonOperator: fc.oneof(code, scalar),
            operand2: scalar,
          }),
        ),
      }),
      { maxLength: 2 },
    ),
    actions: fc.array(
      fc.record({
        type: fc.oneof(code, scalar),
        attributeName: fc.oneof(known, scalar),
        newValue: scalar,
        orignalValue: scalar,
        percentOf: fc.oneof(known, scalar),
        percentValue: scalar,
      }),
      { maxLength: 3 },
    ),
  });
  const anyProduct = fc.dictionary(fc.oneof(known, fc.string()), fc.jsonValue());
  fc.assert(
    fc.property(anyRule, anyProduct, (some, attributes) => {
      expect([true, false, "unknown"]).toContain(evaluateRule(some, types, attributes).applies);
    }),
  );
});
