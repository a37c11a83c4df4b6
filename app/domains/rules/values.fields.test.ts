import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { actionTypeChoices, comparatorChoices } from "#app/domains/rules/views/rowFields.tsx";
import {
  actionTypes,
  actionTypesFor,
  comparators,
  comparatorsFor,
  customRuleAttributeTypes,
} from "#contract/ruleTable.ts";
import { newRule, type RuleContext, ruleAdvice, ruleFields, ruleForm, toRuleValues } from "./values.ts";

const typeOf = { price: "Decimal", rrp: "Decimal", tags: "Array", title: "String" };
const attributes = Object.entries(typeOf).map(([name, type]) => ({ name, type }));
const nameOf = { Decimal: "price", Array: "tags", String: "title" } as const;
const now = Date.parse("2026-11-20T00:00:00Z");
const context: RuleContext = { attributes, timeZone: "Australia/Melbourne", now };
const { base } = toRuleValues(newRule({ storeName: "Shoes and Sox", storeType: "bigcommerce" }), "UTC");

function formOf(fields: Record<string, string>): FormData {
  const all = { base, token: "t", name: "A rule", priority: "0", ...fields };
  const form = new FormData();
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return form;
}
const parse = (fields: Record<string, string>) =>
  parseWithZod(formOf(fields), { schema: ruleForm(context), disableAutoCoercion: true });
const errorsOf = (fields: Record<string, string>) => parse(fields).reply().error ?? {};
const adviceOf = (fields: Record<string, string>) => {
  const { payload } = parseWithZod(formOf(fields), { schema: ruleFields, disableAutoCoercion: true });
  return ruleAdvice(ruleFields.parse(payload), context);
};
const condition = (attribute: string, comparator: string, operand = "") => ({
  "groups[0].conditions[0].attribute": attribute,
  "groups[0].conditions[0].comparator": comparator,
  "groups[0].conditions[0].operand": operand,
});
const action = (attribute: string, type: string, rest: Record<string, string> = {}) => ({
  "actions[0].attribute": attribute,
  "actions[0].type": type,
  ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [`actions[0].${key}`, value])),
});

test("only a type's own comparators and actions are offered, and taken [rules#comparators, rules#action-types, rules#attribute-types]", () => {
  const filled = { newValue: "5", originalValue: "x", percentOf: "rrp", percentValue: "10" };
  const refused = (fields: Record<string, string>, field: string) => field in errorsOf(fields);
  for (const type of customRuleAttributeTypes) {
    const isRefused = (code: string) =>
      refused(condition(nameOf[type], code, "5"), "groups[0].conditions[0].comparator");
    const isRefusedAction = (code: string) => refused(action(nameOf[type], code, filled), "actions[0].type");
    expect(Object.keys(comparators).filter((code) => !isRefused(code))).toEqual(comparatorsFor(type));
    expect(Object.keys(actionTypes).filter((code) => !isRefusedAction(code))).toEqual(actionTypesFor(type));
    const choices = comparatorChoices(type, "").map(({ value }) => value);
    expect(choices).toEqual(["", ...comparatorsFor(type)]);
    const [first = ""] = actionTypesFor(type);
    expect(actionTypeChoices(type, first).map(({ value }) => value)).toEqual(actionTypesFor(type));
    expect(comparatorChoices(type, "SoundsLike").at(-1)?.label).toBe("SoundsLike (not known here)");
  }
  for (const [field, values] of Object.entries({
    percentValue: ["101", "-1", "many", ""],
    percentOf: ["", "title"],
  }))
    for (const value of values) {
      const errors = errorsOf(action("price", "PercentDiscount", { ...filled, [field]: value }));
      expect(Object.keys(errors), value).toEqual([`actions[0].${field}`]);
    }
});

test("an invalid value is an error at its field [rules#name]", () => {
  const day = { startDate: "2026-12-02", startTime: "10:00" };
  const operand = "groups[0].conditions[0].operand";
  const cases: [Record<string, string>, Record<string, string>][] = [
    [
      { name: " ", priority: "high" },
      { name: "Enter a name.", priority: "Enter a whole number." },
    ],
    [{ name: "n".repeat(200) }, {}],
    [{ name: "n".repeat(201) }, { name: "Enter 200 characters at most: these are 201." }],
    [condition("price", "GreaterThan"), { [operand]: "Enter what 'greater than' compares with." }],
    [condition("price", "IsNull"), {}],
    [{ ...day, endDate: day.startDate, endTime: "10:00" }, { endDate: "The end must be after the start." }],
    [{ startDate: "tomorrow" }, { startDate: "Enter a date." }],
    [{ startDate: "5" }, { startDate: "Enter a date." }],
    [{ ...day, startTime: "25:00" }, { startDate: "Enter a date." }],
  ];
  for (const [fields, problems] of cases) {
    const errors = Object.entries(problems).map(([field, words]) => [field, [words]]);
    expect(errorsOf(fields), JSON.stringify(fields)).toEqual(Object.fromEntries(errors));
  }
});

test("a suspicious value is advice, and blocks nothing", () => {
  const odd = {
    ...{ enabled: "on", endDate: "2026-10-04", endTime: "02:00" },
    ...condition("tier", "SoundsLike", "x"),
    ...action("title", "ReplaceString", { newValue: "a", originalValue: "a" }),
  };
  expect(parse(odd).status).toBe("success");
  expect(adviceOf(odd)).toEqual({
    "actions[0].newValue": "Both values are the same: this changes nothing.",
    endDate: "The end has passed: the rule no longer does anything.",
    endTime: "Clocks skip this hour on that day: it counts as the hour after it.",
    "groups[0].conditions[0].attribute":
      "This store type has no attribute of this name. It is kept as it is.",
    "groups[0].conditions[0].comparator": "This comparator is not known here. It is kept as it is.",
  });
});

test("blank conditions and actions are no mistake [rules#blank-condition]", () => {
  expect(parse({ ...condition("", ""), ...action("", "ReplaceString") }).status).toBe("success");
});

const intent = (value: object) => ({ __intent__: JSON.stringify(value) });
const payloadOf = (fields: Record<string, string>) => ruleFields.parse(parse(fields).payload);
const blank = { origin: "", attribute: "", comparator: "", operand: "" };

test("a new group has one blank condition; removing the last one leaves a blank one, and everything else stays [rules#blank-condition, rules#rows]", () => {
  const defaultValue = { logicalOperator: "Or", conditions: [{}] };
  const posted = parse(intent({ type: "insert", payload: { name: "groups", defaultValue } }));
  expect(posted.status).toBeUndefined();
  expect(ruleFields.parse(posted.payload).groups).toEqual([
    { origin: "", several: "", at: "", logicalOperator: "Or", conditions: [blank] },
  ]);
  const left = payloadOf({
    ...condition("price", "Equals", "5"),
    ...action("title", "AppendString", { newValue: " x " }),
    ...intent({ type: "update", payload: { name: "groups[0].conditions", value: [{}] } }),
  });
  expect(left.groups[0]?.conditions).toEqual([blank]);
  expect(left.actions[0]).toMatchObject({ attribute: "title", newValue: " x " });
  expect(left.name).toBe("A rule");
});
