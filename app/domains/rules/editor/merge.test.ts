import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isSameRule } from "#app/domains/rules/compare.ts";
import { customRule } from "#contract/rules.ts";
import { type Choose, mergeRules, openLines, type Side } from "./merge.ts";

const condition = (operand1: string, operand2: string) => ({
  operand1,
  comparisonOperator: "Equals",
  operand2,
});
const base = customRule.parse({
  id: "r",
  name: "Sale",
  enabled: false,
  priority: 10,
  startDate: "2026-11-01T00:00:00.000Z",
  endDate: "2026-12-01T00:00:00.000Z",
  campaignCode: "X",
  rulesConditionsGroups: [
    {
      logicalOperator: "Or",
      rulesConditions: [condition("brand", "Clarks"), condition("colour", "Red"), condition("size", "9")],
    },
    { logicalOperator: "Or", rulesConditions: [condition("season", "Summer")] },
  ],
  actions: [
    { type: "FixedPrice", attributeName: "price", newValue: "50" },
    { type: "AddItem", attributeName: "categories", newValue: "Sale" },
  ],
});

type Who = "mine" | "theirs";
type Rule = typeof base;
const inFirst = (rule: Rule, change: (conditions: object[]) => object[]): Rule =>
  customRule.parse({
    ...rule,
    rulesConditionsGroups: rule.rulesConditionsGroups.map((group) =>
      group.rulesConditions.some(({ operand1 }) => operand1 === "size")
        ? { ...group, rulesConditions: change(group.rulesConditions) }
        : group,
    ),
  });
const where = (key: string, value: string, change: (row: object) => object[]) => (rows: object[]) =>
  rows.flatMap((row) => (Reflect.get(row, key) === value ? change(row) : [row]));
const inActions = (rule: Rule, change: (actions: object[]) => object[]): Rule =>
  customRule.parse({ ...rule, actions: change(rule.actions) });

/** Every field of the form, and a change of it by either person. */
const fields: Record<string, (rule: Rule, who: Who) => Rule> = {
  Name: (rule, who) => ({ ...rule, name: `Sale, ${who}` }),
  Enabled: (rule) => ({ ...rule, enabled: true }),
  Priority: (rule, who) => ({ ...rule, priority: who === "mine" ? 33 : 11 }),
  "Start Date": (rule, who) => ({ ...rule, startDate: `2026-11-0${who === "mine" ? 2 : 3}T00:00:00.000Z` }),
  "End Date": (rule, who) => ({ ...rule, endDate: `2026-12-0${who === "mine" ? 2 : 3}T00:00:00.000Z` }),
  "Joined by": (rule, who) => {
    const [first, second, ...rest] = rule.rulesConditionsGroups;
    const logicalOperator = who === "mine" ? "And" : "Xor";
    return customRule.parse({
      ...rule,
      rulesConditionsGroups: [first, { ...second, logicalOperator }, ...rest],
    });
  },
  "Condition changed": (rule, who) =>
    inFirst(
      rule,
      where("operand1", "brand", (row) => [{ ...row, operand2: who }]),
    ),
  "Condition removed": (rule, who) =>
    inFirst(
      rule,
      where("operand1", "colour", (row) => (who === "mine" ? [] : [{ ...row, operand2: "Blue" }])),
    ),
  "Condition added": (rule, who) => inFirst(rule, (rows) => [...rows, condition("tag", who)]),
  "Group added": (rule, who) => {
    const added = { logicalOperator: "And", rulesConditions: [condition("type", who)] };
    return customRule.parse({ ...rule, rulesConditionsGroups: [...rule.rulesConditionsGroups, added] });
  },
  "Action changed": (rule, who) =>
    inActions(
      rule,
      where("attributeName", "price", (row) => [{ ...row, newValue: who === "mine" ? "40" : "45" }]),
    ),
  "Action added": (rule, who) => {
    const added = { type: "AppendString", attributeName: "name", newValue: ` (${who})` };
    return inActions(rule, (rows) => [...rows, added]);
  },
};
const names = Object.keys(fields);
const changed = (rule: Rule, name: string, who: Who): Rule => fields[name]?.(rule, who) ?? rule;

const show = (moment: unknown) => String(moment ?? "–");
const chosen =
  (side?: Side): Choose =>
  () =>
    side;

test("what only one of two people changed is merged, what both changed is asked, as the table of the product's rules says [rules#merge, rules#merge-table]", () => {
  const cell = (mine: string, theirs: string) => {
    const versions = { base, theirs: changed(base, theirs, "theirs"), mine: changed(base, mine, "mine") };
    const merged = mergeRules(versions, chosen(), show);
    if (openLines(merged).length === 0) {
      const both = changed(versions.theirs, mine, "mine");
      if (mine !== theirs) expect(isSameRule(merged.rule, both), `${mine}, ${theirs}`).toBe(true);
      return "merged";
    }
    for (const side of ["mine", "theirs"] as const) {
      const { rule } = mergeRules(versions, chosen(side), show);
      expect(isSameRule(rule, versions[side]), `${mine} ${side}`).toBe(true);
    }
    return "**asked**";
  };
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const table = [
    row(["Mine ↓, theirs →", ...names]),
    row(["---", ...names.map(() => "---")]),
    ...names.map((mine) => row([mine, ...names.map((theirs) => cell(mine, theirs))])),
  ].join("\n");
  const page = readFileSync(new URL("../../../../docs/product/rules.md", import.meta.url), "utf8");
  expect(page).toContain(table);
});

test("rows that changed places, where both changed the list, are asked about as a whole", () => {
  const mine = { ...base, actions: [...base.actions].reverse() };
  const merged = mergeRules(
    { base, theirs: changed(base, "Action changed", "theirs"), mine },
    chosen(),
    show,
  );
  expect(openLines(merged)).toMatchObject([{ field: "actions", label: "Actions" }]);
});
