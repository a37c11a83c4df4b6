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

/** Every field of the form, and a change of it by either person. What both put in at one place may stand together. */
const fields: Record<string, { change: (rule: Rule, who: Who) => Rule; both: "asked" | "merged" }> = {
  Name: { change: (rule, who) => ({ ...rule, name: `Sale, ${who}` }), both: "asked" },
  Enabled: { change: (rule) => ({ ...rule, enabled: true }), both: "merged" },
  Priority: { change: (rule, who) => ({ ...rule, priority: who === "mine" ? 33 : 11 }), both: "asked" },
  "Start Date": {
    change: (rule, who) => ({ ...rule, startDate: `2026-11-0${who === "mine" ? 2 : 3}T00:00:00.000Z` }),
    both: "asked",
  },
  "End Date": {
    change: (rule, who) => ({ ...rule, endDate: `2026-12-0${who === "mine" ? 2 : 3}T00:00:00.000Z` }),
    both: "asked",
  },
  "Joined by": {
    change: (rule, who) => ({
      ...rule,
      rulesConditionsGroups: rule.rulesConditionsGroups.map((group, index) =>
        index === 1 ? { ...group, logicalOperator: who === "mine" ? "And" : "Xor" } : group,
      ),
    }),
    both: "asked",
  },
  "Condition changed": {
    change: (rule, who) =>
      inFirst(
        rule,
        where("operand1", "brand", (row) => [{ ...row, operand2: who }]),
      ),
    both: "asked",
  },
  "Condition removed": {
    change: (rule, who) =>
      inFirst(
        rule,
        where("operand1", "colour", (row) => (who === "mine" ? [] : [{ ...row, operand2: "Blue" }])),
      ),
    both: "asked",
  },
  "Condition added": {
    change: (rule, who) => inFirst(rule, (rows) => [...rows, condition("tag", who)]),
    both: "merged",
  },
  "Group added": {
    change: (rule, who) =>
      customRule.parse({
        ...rule,
        rulesConditionsGroups: [
          ...rule.rulesConditionsGroups,
          { logicalOperator: "And", rulesConditions: [condition("type", who)] },
        ],
      }),
    both: "merged",
  },
  "Action changed": {
    change: (rule, who) =>
      inActions(
        rule,
        where("attributeName", "price", (row) => [{ ...row, newValue: who === "mine" ? "40" : "45" }]),
      ),
    both: "asked",
  },
  "Action added": {
    change: (rule, who) =>
      inActions(rule, (rows) => [
        ...rows,
        { type: "AppendString", attributeName: "name", newValue: ` (${who})` },
      ]),
    both: "asked",
  },
};
const names = Object.keys(fields);
const changed = (rule: Rule, name: string, who: Who): Rule => fields[name]?.change(rule, who) ?? rule;

type Plan = Record<string, Who | "both">;

/** What a person made of the rule where `plan` says who changed which field. */
const versionOf = (plan: Plan, who: Who): Rule =>
  Object.entries(plan).reduce(
    (rule, [name, by]) => (by === who || by === "both" ? changed(rule, name, who) : rule),
    base,
  );

/** What has to come out where `side` is chosen for all that is asked. */
const wantedOf = (plan: Plan, side: Who): Rule =>
  Object.entries(plan).reduce((rule, [name, by]) => {
    if (by !== "both") return changed(rule, name, by);
    if (fields[name]?.both === "asked") return changed(rule, name, side);
    return name === "Enabled"
      ? changed(rule, name, side)
      : changed(changed(rule, name, "theirs"), name, "mine");
  }, base);

const show = (moment: unknown) => String(moment ?? "–");
const mergeOf = (plan: Plan, choose: Choose = () => undefined) =>
  mergeRules({ base, theirs: versionOf(plan, "theirs"), mine: versionOf(plan, "mine") }, choose, show);
const choosing =
  (side: Side): Choose =>
  () =>
    side;

/** Ways in which two people may have changed `one` field and one that comes after it, in the same or each their own. */
const plansFrom = (one: string): Plan[] => [
  { [one]: "both" },
  ...names.slice(names.indexOf(one) + 1).flatMap((other): Plan[] => [
    { [one]: "mine", [other]: "theirs" },
    { [one]: "both", [other]: "theirs" },
    { [one]: "both", [other]: "both" },
  ]),
];

test("of every pair of fields what both changed is asked, and nothing else; nobody's change is lost [rules#merge, rules#together]", () => {
  for (const plan of names.flatMap(plansFrom)) {
    const told = JSON.stringify(plan);
    const asked = Object.entries(plan).filter(
      ([name, by]) => by === "both" && fields[name]?.both === "asked",
    );
    expect(openLines(mergeOf(plan)), told).toHaveLength(asked.length);
    for (const side of ["mine", "theirs"] as const) {
      const merged = mergeOf(plan, choosing(side));
      expect(openLines(merged), told).toEqual([]);
      expect(isSameRule(merged.rule, wantedOf(plan, side)), `${told} ${side}`).toBe(true);
    }
  }
});

test("the table of the product's rules says the same [rules#merge-table]", () => {
  const cell = (mine: string, theirs: string) =>
    openLines(mergeOf(mine === theirs ? { [mine]: "both" } : { [mine]: "mine", [theirs]: "theirs" })).length >
    0
      ? "**asked**"
      : "merged";
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
  const theirs = changed(base, "Action changed", "theirs");
  const merged = mergeRules({ base, theirs, mine }, () => undefined, show);
  expect(openLines(merged)).toMatchObject([
    {
      field: "actions",
      label: "Actions",
      theirs: "price: Fixed Price '45'; categories: Add Item 'Sale'",
      mine: "categories: Add Item 'Sale'; price: Fixed Price '50'",
    },
  ]);
});

test("what the editor does not edit is theirs", () => {
  const theirs = customRule.parse({ ...base, campaignCode: "Y", version: 4 });
  const merged = mergeRules({ base, theirs, mine: changed(base, "Name", "mine") }, () => undefined, show);
  expect(merged.rule).toMatchObject({ campaignCode: "Y", version: 4, name: "Sale, mine" });
});
