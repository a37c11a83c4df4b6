import fc from "fast-check";
import { actionTypesFor, comparatorsFor, customRuleAttributeTypes } from "#contract/ruleTable.ts";

export const types = new Map([
  ["name", "String"],
  ["colour", "String"],
  ["price", "Decimal"],
  ["rrp", "Decimal"],
  ["tags", "Array"],
]);
/** One attribute of each type. */
export const nameOf = { String: "name", Decimal: "price", Array: "tags" } as const;

export const dollars = fc.integer({ min: 0, max: 500_000 }).map((cents) => cents / 100);
const word = fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.trim() === text && text !== "");
export const product = fc.record({
  name: fc.oneof(word, fc.constant(""), fc.constant(null)),
  colour: word,
  price: fc.oneof(
    dollars,
    dollars.map((price) => price.toFixed(2)),
    fc.constant(null),
  ),
  rrp: dollars,
  tags: fc.oneof(fc.array(word, { maxLength: 4 }), fc.constant(null)),
});
export type Product = Record<string, unknown>;

const condition = fc.constantFrom(...customRuleAttributeTypes).chain((type) =>
  fc.record({
    operand1: fc.constant<string>(nameOf[type]),
    comparisonOperator: fc.constantFrom<string>(...comparatorsFor(type)),
    operand2: type === "Decimal" ? dollars.map(String) : word,
  }),
);
const groups = fc.array(
  fc.record({
    logicalOperator: fc.constantFrom("Or", "And", "or", "AND", undefined),
    rulesConditions: fc.array(condition, { maxLength: 4 }),
  }),
  { maxLength: 3 },
);
const action = fc.constantFrom(...customRuleAttributeTypes).chain((type) =>
  fc.record({
    type: fc.constantFrom<string>(...actionTypesFor(type)),
    attributeName: fc.constant<string>(nameOf[type]),
    newValue: type === "Decimal" ? dollars.map(String) : word,
    orignalValue: fc.oneof(word, fc.constant("")),
    percentOf: fc.constantFrom("price", "rrp"),
    percentValue: fc.integer({ min: 0, max: 100 }).map(String),
  }),
);
const actions = fc.array(action, { maxLength: 4 });
export const rule = fc.record({ rulesConditionsGroups: groups, actions });
