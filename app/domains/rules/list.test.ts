import { expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { customRule } from "#contract/rules.ts";
import { toRuleList } from "./list.ts";
import { ruleStateOf } from "./model.ts";
import { type RuleFilter, ruleSearch } from "./paths.ts";

const now = Date.parse("2026-11-20T00:00:00Z");

test("a rule's current state follows from its dates", () => {
  const cases: [object, string][] = [
    [{ enabled: false }, "disabled"],
    [{ enabled: true }, "active"],
    [{ enabled: true, startDate: "2026-11-20T00:00:00Z" }, "active"],
    [{ enabled: true, startDate: "2026-11-20T00:00:01Z" }, "scheduled"],
    [{ enabled: true, endDate: "2026-11-20T00:00:00Z" }, "expired"],
    [{ enabled: true, startDate: "2027-01-01", endDate: "2026-01-01" }, "expired"],
    [{ enabled: true, startDate: "soon" }, "active"],
    [{ enabled: true, startDate: 1_900_000_000 }, "scheduled"],
  ];
  const stateOf = (rule: object) => ruleStateOf(customRule.parse({ id: "1", ...rule }), now);
  expect(cases.map(([rule]) => [rule, stateOf(rule)])).toEqual(cases);
});

test("the list is sorted by priority then name, filtered and sorted; deleted rules are omitted, unreadable ones reported [rules#columns, rules#restore]", () => {
  const rows = listOf(customRule).parse([
    { id: "1", name: "beta", enabled: true, priority: 20, startDate: "2026-11-01", endDate: "2026-12-01" },
    { id: "2", name: "Alpha", enabled: true, priority: "5", startDate: "2026-12-01" },
    { id: "3", name: "gamma", enabled: true, priority: 5, endDate: "2026-11-20T00:00:00Z" },
    { id: "4", name: "delta 10", enabled: false, priority: null },
    { id: "5", name: "gone", enabled: true, deleted: true },
    { id: "6", name: ["no name"], rulesConditionsGroups: "none" },
  ]);
  const list = (filter: Partial<RuleFilter>) =>
    toRuleList(rows, { ...ruleSearch.every, ...filter }, { storeType: "shopify", now, seenOf: () => "" });
  const ids = (filter: Partial<RuleFilter>) =>
    list(filter).rows.map((row) => ("row" in row ? row.row.id : `unreadable ${row.unreadable.id}`));
  const cases: [Partial<RuleFilter>, string[]][] = [
    [{}, ["2", "3", "1", "4"]],
    [{ sort: "name" }, ["2", "1", "4", "3"]],
    [{ sort: "start" }, ["3", "4", "1", "2"]],
    [{ sort: "end" }, ["3", "1", "2", "4"]],
    [{ sort: "priority", descending: true }, ["4", "1", "2", "3"]],
    [{ query: "A 1" }, ["4"]],
    [{ states: ["active", "expired"] }, ["3", "1"]],
    [{ states: ["scheduled"], query: "zz" }, []],
    [{ deleted: true }, ["5"]],
  ];
  expect(cases.map(([filter]) => [filter, ids(filter)])).toEqual(
    cases.map(([filter, wanted]) => [filter, ["unreadable 6", ...wanted]]),
  );
  expect(list({}).total).toBe(5);
});
