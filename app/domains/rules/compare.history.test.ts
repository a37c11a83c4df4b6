import { expect, test } from "vitest";
import { customRule } from "#contract/rules.ts";
import { lastSaved, toHistoryView } from "./compare.ts";

const show = (moment: unknown) => (moment ? String(moment).slice(0, 10) : "");
type Change = [field: string, oldValue: unknown, newValue: unknown];
const entry = (message: string, reported?: Change[]) => {
  const changes = reported?.map(([field, oldValue, newValue]) => ({ field, oldValue, newValue }));
  const meta = { user: "Morgan", ...(changes && { changes }) };
  return { action: "", message, createdAt: "2026-11-20T00:00:00.000Z", meta };
};
const condition = (operand2: string) => ({ operand1: "price", comparisonOperator: "GreaterThan", operand2 });
const fixed = (newValue: string) => ({ type: "FixedPrice", attributeName: "price", newValue });
const rule = (history: unknown[], over: object = {}) =>
  customRule.parse({
    ...{ id: "r", name: "Sale", enabled: true, deleted: false, priority: 11 },
    ...{ startDate: null, endDate: "2026-12-24T00:00:00.000Z" },
    rulesConditionsGroups: [{ logicalOperator: "Or", rulesConditions: [condition("80")] }],
    actions: [fixed("49.95"), fixed("39.95")],
    history,
    ...over,
  });
const sentences = (history: unknown[], over: object = {}) =>
  toHistoryView(rule(history, over), show).map(({ inWords }) => inWords);

test("each entry says its change in one sentence, followed back from the current rule [rules#history]", () => {
  const history = [
    entry("Rule created"),
    entry("Rule changed", [
      ["rulesConditionsGroups[0].rulesConditions[0].operand2", "60", "80"],
      ["actions[1]", null, fixed("39.95")],
    ]),
    entry("Rule changed", [
      ["name", "Sales", "Sale"],
      ["priority", 10, 11],
      ["endDate", null, "2026-12-24T00:00:00.000Z"],
    ]),
    entry("Rule enabled", [["enabled", false, true]]),
  ];
  expect(sentences(history)).toEqual([
    "Switched on.",
    "Renamed from 'Sales' to 'Sale', priority from 10 to 11, end from none to 2026-12-24.",
    "It was 'Where price greater than 60: sets price to $49.95', and became 'Where price greater than 80: sets price to $49.95, sets price to $39.95'.",
    "It began as 'Where price greater than 60: sets price to $49.95'.",
  ]);
});

test("rows that were removed come back in their order [rules#history]", () => {
  const removed = [2, 3].map((at): Change => [`actions[${at}]`, fixed(String(at + 1)), null]);
  const history = [entry("Rule created"), entry("Rule changed", removed)];
  expect(sentences(history)[1]).toBe(
    "It began as 'Where price greater than 80: sets price to $49.95, sets price to $39.95, sets price to $3, sets price to $4'.",
  );
});

test("an entry that does not lead to the current rule is not put in words, nor is any before it [rules#history]", () => {
  const history = [
    entry("Rule created"),
    entry("Rule changed", [["priority", 5, 7]]),
    entry("Rule enabled", [["enabled", false, true]]),
    "a line of another service",
  ];
  const shown = toHistoryView(rule(history), show);
  expect(shown.map(({ inWords }) => inWords)).toEqual(["", "Switched on.", "", ""]);
  expect(shown.map(({ changes }) => changes.length)).toEqual([0, 1, 1, 0]);
  expect(sentences([entry("Odd", [["actions.x[y]", 1, 2]])])).toEqual([""]);
});

test("who saved last is the newest entry's", () => {
  expect(lastSaved(rule([entry("Rule created")]))).toEqual({ who: "Morgan", at: "2026-11-20T00:00:00.000Z" });
  expect(lastSaved(rule([]))).toEqual({ who: "", at: "" });
});
