import fc from "fast-check";
import { expect, test } from "vitest";
import { customRule } from "#contract/rules.ts";
import {
  type ActionTypeCode,
  actionTypes,
  actionTypesFor,
  comparators,
  comparatorsFor,
  customRuleAttributeTypes,
} from "#contract/ruleTable.ts";
import { cases } from "#tests/support/models.ts";
import { nameOf, type Product, product, rule, types } from "#tests/support/ruleArbitraries.ts";
import { afterRules } from "#tests/support/ruleOracle.ts";
import { conditionHolds, conditionsHold, evaluateRule } from "./evaluate.ts";

const effect = (attributes: Product, type: string, attributeName: string, operands: object = {}) =>
  evaluateRule(
    { rulesConditionsGroups: [], actions: [{ type, attributeName, ...operands }] },
    types,
    attributes,
  );
const left = (attributes: Product, type: ActionTypeCode, attributeName: string, operands: object = {}) => {
  const [change] = effect(attributes, type, attributeName, operands).changes;
  return change ? change.after : attributes[attributeName];
};
const holds = (attributes: Product, comparisonOperator: string, operand1: string, operand2: string) =>
  conditionHolds({ operand1, comparisonOperator, operand2 }, types, (name) => attributes[name]);

test("a rule applies its conditions and actions, and blank ones change nothing [rules#comparators, rules#action-types, rules#groups, rules#blank-condition]", () => {
  const blank = { operand1: "", comparisonOperator: "", operand2: " " };
  const whole = { id: "r", enabled: true, deleted: false, priority: 0, startDate: null, endDate: null };
  fc.assert(
    fc.property(product, rule, (attributes, some) => {
      const before = structuredClone(attributes);
      const groups = [...some.rulesConditionsGroups, { rulesConditions: [] }].map((group) => {
        return { ...group, rulesConditions: [...group.rulesConditions, blank] };
      });
      const actions = [{ type: "ReplaceString", attributeName: "" }, ...some.actions];
      const padded = { rulesConditionsGroups: groups, actions };
      const { changes } = evaluateRule(customRule.parse({ ...whole, ...padded }), types, attributes);
      expect(attributes, "what is judged stays as it is").toEqual(before);
      const after = Object.fromEntries(changes.map((change) => [change.attribute, change.after]));
      expect({ ...attributes, ...after }).toEqual(afterRules([{ ...whole, ...some }], attributes));
      for (const change of changes) expect(change.before).toEqual(Reflect.get(attributes, change.attribute));
    }),
    { seed: 20_261_122, numRuns: cases(1_000) },
  );
});

test("each type of action does what its name says [rules#action-types, rules#action-fields]", () => {
  const cases: [ActionTypeCode, string, object, Product, unknown][] = [
    ["FixedPrice", "price", { newValue: "49.95" }, { price: 60 }, 49.95],
    ["FixedPrice", "price", { newValue: "49.9" }, { price: "60.00" }, "49.90"],
    ["FixedPrice", "price", { newValue: 10 }, {}, 10],
    [
      "PercentDiscount",
      "price",
      { percentOf: "rrp", percentValue: 15 },
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
  for (const [type, name, operands, attributes, after] of cases)
    expect(left(attributes, type, name, operands), `${type} ${JSON.stringify(attributes)}`).toEqual(after);
});

test("values that cannot be judged are reported and left unchanged", () => {
  const unclear = (type: string, name: string, attributes: Product, operands: object = {}) =>
    effect(attributes, type, name, operands);
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

test("attributes are judged and changed by their type's comparators and actions, and by no other [rules#attribute-types]", () => {
  const value = { name: "5", price: 5, tags: ["5"] };
  const operands = { newValue: "7", orignalValue: "5", percentOf: "price", percentValue: "10" };
  for (const type of customRuleAttributeTypes) {
    const name = nameOf[type];
    const judged = Object.keys(comparators).filter((code) => holds(value, code, name, "5") !== "unknown");
    expect(judged, type).toEqual(comparatorsFor(type));
    const doing = Object.keys(actionTypes).filter(
      (code) => effect(value, code, name, operands).changes.length > 0,
    );
    expect(doing, type).toEqual(actionTypesFor(type));
  }
});

test("an unknown value decides only where nothing else does", () => {
  const known = { operand1: "name", comparisonOperator: "Contains", operand2: "boot" };
  const unknown = { operand1: "name", comparisonOperator: "SoundsLike", operand2: "boot" };
  const availability = (logicalOperator: string, name: string) =>
    conditionsHold([{ logicalOperator, rulesConditions: [known, unknown] }], types, () => name);
  expect([availability("Or", "Boot"), availability("Or", "Sock")]).toEqual([true, "unknown"]);
  expect([availability("And", "Sock"), availability("And", "Boot")]).toEqual([false, "unknown"]);
});

test("whatever a rule and a product hold, there is an answer", () => {
  const scalar = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined));
  const name = fc.oneof(fc.constantFrom(...types.keys(), "__proto__", "constructor", "a.b"), scalar);
  const codes = [...Object.keys(comparators), ...Object.keys(actionTypes), "toString"];
  const code = fc.oneof(fc.constantFrom(...codes), scalar);
  const condition = fc.record({ operand1: name, comparisonOperator: code, operand2: scalar });
  const group = fc.record({ logicalOperator: scalar, rulesConditions: fc.array(condition) });
  const operands = { newValue: scalar, orignalValue: scalar, percentOf: name, percentValue: scalar };
  const action = fc.record({ type: code, attributeName: name, ...operands });
  const anyRule = fc.record({
    rulesConditionsGroups: fc.array(group, { maxLength: 2 }),
    actions: fc.array(action, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(anyRule, fc.dictionary(fc.string(), fc.jsonValue()), (some, attributes) => {
      expect([true, false, "unknown"]).toContain(evaluateRule(some, types, attributes).applies);
    }),
  );
});
