import { describe, expect, test } from "vitest";
import { customRule } from "#contract/rules.ts";
import { isSameRule } from "./compare.ts";
import type { RuleValues } from "./fields.ts";
import { readBase } from "./forms.ts";
import { newRule, toEditedRule, toRuleValues } from "./values.ts";

const melbourne = "Australia/Melbourne";
const wire = {
  id: 7,
  name: "Odd\none",
  storeGroup: "Shoes and Sox",
  enabled: "true",
  priority: "10",
  startDate: 1_795_136_400,
  endDate: "2026-12-31T12:59:59Z",
  campaignCode: "LOY-7",
  rulesConditionsGroups: [
    {
      logicalOperator: "or",
      weight: 3,
      rulesConditions: [
        { operand1: "price", comparisonOperator: "GreaterThan", operand2: 60, note: "kept" },
        { operand1: "brand", comparisonOperator: "SoundsLike", operand2: "Clarkes" },
        { operand1: "title", comparisonOperator: "IsNull", operand2: "left over" },
      ],
    },
    { rulesConditions: [{}] },
  ],
  actions: [
    { type: "RoundToNearest", attributeName: "price", newValue: 0.05, roundingMode: "up" },
    { attributeName: "title", newValue: " by Clarks" },
    { type: "FixedPrice", attributeName: "price", newValue: "5", percentValue: "left over" },
  ],
  history: [{ action: "made" }],
  version: 3,
};
const rule = customRule.parse(wire);
const filledFrom = (opened = rule): RuleValues => ({
  ...toRuleValues(opened, melbourne),
  token: "t",
  intent: "save",
});
const edited = (change: (values: RuleValues) => void) => {
  const values = filledFrom();
  change(values);
  return toEditedRule(values, rule, melbourne);
};

describe("a rule in the form and back", () => {
  test("untouched it is as the wire had it, to the last value", () => {
    expect(toEditedRule(filledFrom(), rule, melbourne)).toEqual(rule);
  });

  test("the base in the form is the rule without its history", () => {
    const { history: _, ...kept } = rule;
    expect(readBase(filledFrom().base)).toEqual({ ...kept, history: undefined });
    expect(readBase("{")).toBeUndefined();
    expect(readBase("[]")).toBeUndefined();
  });

  test("what is edited changes, and nothing beside it", () => {
    const changed = edited((values) => {
      values.priority = "20";
      values.groups.reverse();
      const first = values.groups[1]?.conditions[0];
      if (first) first.operand = "65";
    });
    expect(changed.priority).toBe(20);
    expect(changed.startDate).toBe(1_795_136_400);
    expect(changed.rulesConditionsGroups[1]).toMatchObject({ logicalOperator: "or", weight: 3 });
    expect(changed.rulesConditionsGroups[1]?.rulesConditions[0]).toEqual({
      operand1: "price",
      comparisonOperator: "GreaterThan",
      operand2: "65",
      note: "kept",
    });
    expect(changed.actions).toEqual(rule.actions);
    expect(isSameRule(rule, changed)).toBe(false);
  });

  test("an operand that is not asked for any more goes", () => {
    const changed = edited((values) => {
      const first = values.groups[0]?.conditions[0];
      if (first) first.comparator = "IsNull";
      const last = values.actions[2];
      if (last) last.type = "PercentDiscount";
    });
    expect(changed.rulesConditionsGroups[0]?.rulesConditions[0]).toMatchObject({ operand2: "" });
    expect(changed.actions[2]).toMatchObject({ newValue: "", percentValue: "left over" });
  });

  test("dates are on the clock of the zone; none is no limit", () => {
    const changed = edited((values) => {
      expect(values).toMatchObject({ startDate: "2026-11-20", startTime: "12:00", endTime: "23:59:59" });
      values.startTime = "13:00";
      values.endDate = "";
    });
    expect(changed.startDate).toBe("2026-11-20T02:00:00.000Z");
    expect(changed.endDate).toBeNull();
  });

  test("what is no date stays until it is mended", () => {
    const odd = { ...rule, startDate: "soon" };
    const values = filledFrom(odd);
    expect(values.startDate).toBe("soon");
    expect(toEditedRule(values, odd, melbourne).startDate).toBe("soon");
  });
});

test("a new rule starts disabled, not deleted, with priority 0 and nothing in it [rules#new-rule]", () => {
  const fresh = newRule({ storeName: "Volley", storeType: "shopify" });
  expect(fresh).toMatchObject({
    storeGroup: "Volley",
    storeType: "shopify",
    enabled: false,
    deleted: false,
    priority: 0,
    rulesConditionsGroups: [],
    actions: [],
  });
  const values: RuleValues = { ...toRuleValues(fresh, melbourne), token: "t", intent: "save" };
  expect(toEditedRule(values, fresh, melbourne)).toEqual(fresh);
});
