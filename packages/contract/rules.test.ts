import { readFileSync } from "node:fs";
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

test("comparators and action types are those of the product's rules, by type, and nothing else [rules#comparators, rules#action-types, rules#attribute-types, rules#action-fields]", () => {
  const page = readFileSync(new URL("../../docs/product/rules.md", import.meta.url), "utf8");
  const rowsBelow = (anchor: string, columns: number) =>
    (page.split(`<a id="${anchor}"></a>`)[1]?.split("\n\n")[1] ?? "")
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .slice(2)
      .map((row) =>
        row
          .split("|")
          .slice(1, columns + 1)
          .map((cell) => cell.trim()),
      );
  const labels = (type: string, takesOperand: boolean) =>
    comparatorsFor(type)
      .filter((code) => comparators[code].takesOperand === takesOperand)
      .map((code) => comparators[code].label);
  const documented = rowsBelow("comparators", 5).flatMap(([names = "", ...marks]) =>
    names.split(", ").map((name) => ({ name, marks })),
  );
  for (const [index, type] of ["String", "Decimal", "Array"].entries())
    for (const takesOperand of [true, false])
      expect(labels(type, takesOperand), type).toEqual(
        documented
          .filter(({ marks }) => marks[index] === "●" && (marks[3] === "●") === takesOperand)
          .map(({ name }) => name),
      );
  for (const [names = "", type = ""] of rowsBelow("action-types", 2)) {
    const offered = actionTypesFor(type).map((code) => actionTypes[code].label);
    expect(offered.sort(), type).toEqual(names.split(", ").sort());
  }
  expect([defaultActionType, defaultLogicalOperator]).toEqual(["ReplaceString", "Or"]);
  expect(comparatorsFor("Date"), "of an unknown type").toEqual(Object.keys(comparators));
  expect(actionTypesFor(undefined)).toEqual(Object.keys(actionTypes));
});

describe("reading a rule", () => {
  test("keeps unknown fields and the type of every value [rules#fields]", () => {
    const condition = { operand1: "x", comparisonOperator: "Near", operand2: 5, tolerance: 2 };
    const wire = {
      ...{ id: "7", name: "Odd", enabled: true, deleted: false, priority: 1, colour: { of: "cover" } },
      rulesConditionsGroups: [{ logicalOperator: "Xor", note: 1, rulesConditions: [condition] }],
      actions: [{ type: "Twist", attributeName: "y", orignalValue: false, by: "hand" }],
      history: [{ anything: 1 }, "and", 3],
    };
    expect(customRule.parse(wire)).toEqual(wire);
    expect(customRuleToSave.parse(wire)).toEqual(wire);
  });

  test("gives defaults for missing values", () => {
    const defaults = { enabled: false, deleted: false, rulesConditionsGroups: [], actions: [] };
    expect(customRule.parse({ id: 7 })).toMatchObject({ id: "7", ...defaults });
    const sparse = customRule.parse({ id: "7", enabled: "true", rulesConditionsGroups: [{}] });
    expect(sparse).toMatchObject({ enabled: true, rulesConditionsGroups: [{ rulesConditions: [] }] });
  });

  test("a rule that would lose something is unreadable, and the others stay", () => {
    const listed = { rulesConditionsGroups: [{ rulesConditions: [{ operand2: ["a"] }] }] };
    const items = [{ id: "1" }, { id: "2", actions: ["free text"] }, { id: "3", ...listed }];
    const rows = getCustomRules.answer.parse({ items });
    expect(rows.map(({ readable }) => readable)).toEqual([true, false, false]);
  });

  test("attributes come in their envelope or bare", () => {
    const attributes = [{ name: "price", type: "Decimal" }];
    expect(getCustomRuleAttributes.answer.parse({ attributes })).toEqual({ attributes });
    expect(getCustomRuleAttributes.answer.parse(attributes)).toEqual({ attributes });
  });
});

describe("problems of a rule", () => {
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
  const emptied = { type: "ReplaceString", attributeName: "name" };
  const allOff = { type: "PercentDiscount", attributeName: "price", percentValue: 100, percentOf: "price" };
  const precise = { type: "FixedPrice", attributeName: "price", newValue: "49.999" };
  const over = { enabled: true, endDate: "2026-01-01", actions: [{ type: "Twist", attributeName: "name" }] };
  const endingAtStart = { startDate: "2026-12-01T00:00:00Z", endDate: "2026-12-01T11:00:00+11:00" };

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
    ["a rule that is over", over, ["advice endDate", "advice actions.0.type", everyProduct]],
    ["an end at its start", endingAtStart, ["error endDate", everyProduct]],
    ["a price of a part of a cent", { actions: [precise] }, ["advice actions.0.newValue", everyProduct]],
    ["everything off", { actions: [allOff] }, ["advice actions.0.percentValue", everyProduct]],
    ["a value that is emptied", { actions: [emptied] }, ["advice actions.0.newValue", everyProduct]],
  ])("%s", (_, parts, expected) => {
    expect(problems(parts)).toEqual(expected);
  });

  test("numbers and moments of a rule", () => {
    expect(["5", " 5.50 ", ".5", "-3", 7].map(customRuleNumber)).toEqual([5, 5.5, 0.5, -3, 7]);
    for (const none of ["1,299", "", "5 dollars", true, null]) expect(customRuleNumber(none)).toBeUndefined();
    const moment = Date.UTC(2026, 10, 20);
    for (const same of [moment, moment / 1000, "2026-11-20T00:00:00Z", "2026-11-20T11:00:00+11:00"])
      expect(customRuleMoment(same)).toBe(moment);
    for (const none of ["", null, "soon"]) expect(customRuleMoment(none)).toBeUndefined();
  });
});
