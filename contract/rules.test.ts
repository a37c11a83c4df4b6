import { describe, expect, test } from "vitest";
import { customRuleMoment, customRuleNumber, customRuleProblems } from "./ruleProblems.ts";
import { customRule, customRuleToSave, getCustomRuleAttributes, getCustomRules } from "./rules.ts";
import {
  actionTypes,
  actionTypesFor,
  comparators,
  comparatorsFor,
  defaultActionType,
  defaultLogicalOperator,
} from "./ruleTable.ts";

describe("the one table of comparators and action types, and nothing else", () => {
  const labels = (codes: (keyof typeof comparators)[]) => codes.map((code) => comparators[code].label);

  test.each([
    [
      "String",
      [
        "is null",
        "is not null",
        "contains",
        "not contains",
        "equals",
        "not equals",
        "greater than",
        "less than",
      ],
    ],
    ["Decimal", ["is null", "is not null", "equals", "not equals", "greater than", "less than"]],
    ["Array", ["contains", "not contains"]],
  ])("comparators of %s", (type, expected) => {
    expect(labels(comparatorsFor(type))).toEqual(expected);
  });

  test("'is null' and 'is not null' take no second operand, every other comparator does", () => {
    const without = comparatorsFor(undefined).filter((code) => !comparators[code].takesOperand);
    expect(labels(without)).toEqual(["is null", "is not null"]);
  });

  test.each([
    ["Decimal", "price", ["Fixed Price", "Percent Discount", "Amount Discount"]],
    ["Array", "array", ["Remove Item", "Add Item", "Replace Item"]],
    ["String", "string", ["Replace Value", "Append Value"]],
  ])("action types of %s are the %s group's", (type, group, expected) => {
    const rows = actionTypesFor(type).map((code) => actionTypes[code]);
    expect([...rows.map(({ label }) => label)].sort()).toEqual([...expected].sort());
    expect(new Set(rows.map((row) => row.group))).toEqual(new Set([group]));
  });

  test("defaults", () => {
    expect([defaultActionType, defaultLogicalOperator]).toEqual(["ReplaceString", "Or"]);
  });

  test("an attribute of an unknown type is offered everything", () => {
    expect(comparatorsFor("Date")).toEqual(Object.keys(comparators));
    expect(actionTypesFor(undefined)).toEqual(Object.keys(actionTypes));
  });
});

describe("reading a rule", () => {
  test("keeps what it does not know and the type of every value", () => {
    const wire = {
      id: "7",
      name: "Odd",
      enabled: true,
      deleted: false,
      priority: 1,
      colour: { of: "cover" },
      rulesConditionsGroups: [
        {
          logicalOperator: "Xor",
          note: 1,
          rulesConditions: [{ operand1: "x", comparisonOperator: "Near", operand2: 5, tolerance: 2 }],
        },
      ],
      actions: [{ type: "Twist", attributeName: "y", orignalValue: false, by: "hand" }],
      history: [{ anything: 1 }, "and", 3],
    };
    expect(customRule.parse(wire)).toEqual(wire);
    expect(customRuleToSave.parse(wire)).toEqual(wire);
  });

  test("gives defaults for what is missing", () => {
    expect(customRule.parse({ id: 7 })).toMatchObject({
      id: "7",
      enabled: false,
      deleted: false,
      rulesConditionsGroups: [],
      actions: [],
    });
    expect(customRule.parse({ id: "7", enabled: "true", rulesConditionsGroups: [{}] })).toMatchObject({
      enabled: true,
      rulesConditionsGroups: [{ rulesConditions: [] }],
    });
  });

  test("a rule that would lose something is unreadable, and the others stay", () => {
    const rows = getCustomRules.answer.parse({
      items: [
        { id: "1" },
        { id: "2", actions: ["free text"] },
        { id: "3", rulesConditionsGroups: [{ rulesConditions: [{ operand2: ["a"] }] }] },
      ],
    });
    expect(rows.map(({ readable }) => readable)).toEqual([true, false, false]);
  });

  test("attributes come in their envelope or bare", () => {
    const attributes = [{ name: "price", type: "Decimal" }];
    expect(getCustomRuleAttributes.answer.parse({ attributes })).toEqual({ attributes });
    expect(getCustomRuleAttributes.answer.parse(attributes)).toEqual({ attributes });
  });
});

describe("what is wrong with a rule", () => {
  const attributes = [
    { name: "price", type: "Decimal" },
    { name: "name", type: "String" },
    { name: "released", type: "Date" },
  ];
  const problems = (parts: object) =>
    customRuleProblems(
      customRule.parse({ id: "1", name: "Rule", priority: 0, ...parts }),
      attributes,
      Date.UTC(2026, 10, 20),
    ).map(({ path, kind }) => `${kind} ${path.join(".")}`);
  const condition = (operand1: string, comparisonOperator: string, operand2: unknown = null) => ({
    rulesConditionsGroups: [{ rulesConditions: [{ operand1, comparisonOperator, operand2 }] }],
  });
  const first = "rulesConditionsGroups.0.rulesConditions.0";
  const everyProduct = "advice rulesConditionsGroups";

  test.each<[string, object, string[]]>([
    ["nothing, for a whole condition", condition("price", "LessThan", 5), []],
    ["an unknown attribute", condition("sparkle", "Equals", "1"), [`advice ${first}.operand1`]],
    ["an unknown comparator", condition("name", "Near", "1"), [`advice ${first}.comparisonOperator`]],
    ["nothing, for an attribute of an unknown type", condition("released", "Contains", "x"), []],
    ["no operand", condition("name", "Equals"), [`error ${first}.operand2`]],
    ["nothing, where none is taken", condition("name", "IsNull"), []],
    ["numbers compared as text", condition("name", "LessThan", "10"), [`advice ${first}.operand2`]],
    ["no condition", {}, [everyProduct]],
    ["a rule that does nothing", { enabled: true }, ["advice actions", everyProduct]],
    [
      "a rule that is over",
      { enabled: true, endDate: "2026-01-01", actions: [{ type: "Twist", attributeName: "name" }] },
      ["advice endDate", "advice actions.0.type", everyProduct],
    ],
    [
      "an end at its start",
      { startDate: "2026-12-01T00:00:00Z", endDate: "2026-12-01T11:00:00+11:00" },
      ["error endDate", everyProduct],
    ],
    [
      "everything off",
      {
        actions: [{ type: "PercentDiscount", attributeName: "price", percentValue: 100, percentOf: "price" }],
      },
      ["advice actions.0.percentValue", everyProduct],
    ],
    [
      "a value that is emptied",
      { actions: [{ type: "ReplaceString", attributeName: "name" }] },
      ["advice actions.0.newValue", everyProduct],
    ],
  ])("%s", (_, parts, expected) => {
    expect(problems(parts)).toEqual(expected);
  });

  test("numbers and moments of a rule", () => {
    expect(
      ["5", " 5.50 ", ".5", "-3", 7, "1,299", "", "5 dollars", true, null].map(customRuleNumber),
    ).toEqual([5, 5.5, 0.5, -3, 7, undefined, undefined, undefined, undefined, undefined]);
    const moment = Date.UTC(2026, 10, 20);
    expect(
      [moment, moment / 1000, "2026-11-20T00:00:00Z", "2026-11-20T11:00:00+11:00"].map(customRuleMoment),
    ).toEqual(Array(4).fill(moment));
    expect(["", null, "soon"].map(customRuleMoment)).toEqual([undefined, undefined, undefined]);
  });
});
