import { expect, test } from "vitest";
import { customRule } from "#contract/rules.ts";
import { isSameRule } from "./compare.ts";
import { type EditedRule, newRule, type RuleValues, readBase, toEditedRule, toRuleValues } from "./values.ts";
import { hoursOfDay } from "./views/RuleForm.tsx";

const melbourne = "Australia/Melbourne";
const conditions = [
  { operand1: "price", comparisonOperator: "GreaterThan", operand2: 60, note: "kept" },
  { operand1: "brand", comparisonOperator: "SoundsLike", operand2: "Clarkes" },
  { operand1: "title", comparisonOperator: "IsNull", operand2: "left over" },
];
const wire = {
  ...{ id: 7, name: "Odd\none", storeGroup: "Shoes and Sox", enabled: "true", priority: "10", version: 3 },
  ...{ startDate: 1_795_136_400, endDate: "2026-12-31T12:59:59Z", campaignCode: "LOY-7" },
  rulesConditionsGroups: [
    { logicalOperator: "or", weight: 3, rulesConditions: conditions },
    { rulesConditions: [{}] },
  ],
  actions: [
    { type: "RoundToNearest", attributeName: "price", newValue: 0.05, roundingMode: "up" },
    { attributeName: "title", newValue: " by Clarks" },
    { type: "FixedPrice", attributeName: "price", newValue: "5", percentValue: "left over" },
  ],
  history: [{ action: "made" }],
};
const rule = customRule.parse(wire);
const filledFrom = (opened: EditedRule = rule): RuleValues => {
  return { ...toRuleValues(opened, melbourne), token: "t", intent: "save" };
};
const edited = (change: (values: RuleValues) => void) => {
  const values = filledFrom();
  change(values);
  return toEditedRule(values, rule, melbourne);
};

test("a rule in the form and back is as the wire had it, to the last value; the form holds it without its history [rules#fields]", () => {
  expect(toEditedRule(filledFrom(), rule, melbourne)).toEqual(rule);
  const { history: _, ...stored } = rule;
  expect(readBase(filledFrom().base)).toEqual({ ...stored, history: undefined });
  expect([readBase("{"), readBase("[]")]).toEqual([undefined, undefined]);
});

test("a pasted number is saved as the service reads it, any other text as it was typed [find#folding]", () => {
  const changed = edited((values) => {
    values.priority = "\u200b20";
    const [first, second] = values.groups[0]?.conditions ?? [];
    if (first) first.operand = "\u200b49.95";
    if (second) second.operand = "Clark\u2019s";
    const last = values.actions[2];
    if (last) last.newValue = "\uff14\uff19.95,";
  });
  expect(changed.priority).toBe(20);
  const { rulesConditions } = changed.rulesConditionsGroups[0] ?? {};
  expect(rulesConditions?.map(({ operand2 }) => operand2)).toMatchObject([
    "49.95",
    "Clark\u2019s",
    "left over",
  ]);
  expect(changed.actions[2]).toMatchObject({ newValue: "49.95" });
});

test("edited values change, and nothing else; an operand that is no longer needed is removed", () => {
  const changed = edited((values) => {
    values.priority = "20";
    values.groups.reverse();
    const [first, , third] = values.groups[1]?.conditions ?? [];
    if (first) first.operand = "65";
    if (third) third.comparator = "IsNotNull";
    const last = values.actions[2];
    if (last) last.type = "PercentDiscount";
  });
  expect(changed).toMatchObject({ priority: 20, startDate: 1_795_136_400 });
  expect(changed.rulesConditionsGroups[1]).toMatchObject({
    logicalOperator: "or",
    weight: 3,
    rulesConditions: [
      { operand1: "price", comparisonOperator: "GreaterThan", operand2: "65", note: "kept" },
      rule.rulesConditionsGroups[0]?.rulesConditions[1],
      { comparisonOperator: "IsNotNull", operand2: "" },
    ],
  });
  expect(changed.actions.slice(0, 2)).toEqual(rule.actions.slice(0, 2));
  expect(changed.actions[2]).toMatchObject({ newValue: "", percentValue: "left over" });
  expect(isSameRule(rule, changed)).toBe(false);
});

test("start and end have an hour in the time zone, from 00:00 to 23:00; none is no limit, and an invalid date stays [rules#hours]", () => {
  expect(hoursOfDay).toHaveLength(24);
  expect([0, 9, 23].map((hour) => hoursOfDay[hour])).toEqual(["00:00", "09:00", "23:00"]);
  const changed = edited((values) => {
    expect(values).toMatchObject({ startDate: "2026-11-20", startTime: "12:00", endTime: "23:59:59" });
    values.startTime = "13:00";
    values.endDate = "";
  });
  expect([changed.startDate, changed.endDate]).toEqual(["2026-11-20T02:00:00.000Z", null]);
  const odd = { ...rule, startDate: "soon" };
  const values = filledFrom(odd);
  expect(values.startDate).toBe("soon");
  expect(toEditedRule(values, odd, melbourne).startDate).toBe("soon");
});

test("a new rule starts disabled, not deleted, with priority 0 and nothing in it [rules#new-rule]", () => {
  const fresh = newRule({ storeName: "Volley", storeType: "shopify" });
  const off = { enabled: false, deleted: false, priority: 0, rulesConditionsGroups: [], actions: [] };
  expect(fresh).toMatchObject({ storeGroup: "Volley", storeType: "shopify", ...off });
  expect(toEditedRule(filledFrom(fresh), fresh, melbourne)).toEqual(fresh);
});
