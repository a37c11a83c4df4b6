import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameRule } from "#app/domains/rules/compare.ts";
import { type CustomRule, customRule } from "#contract/rules.ts";
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

type By = "nobody" | Who | "both";
const bys: By[] = ["nobody", "mine", "theirs", "both"];
type Plan = Record<string, By>;

/** What a person made of the rule where `plan` says who changed which field. */
const versionOf = (plan: Plan, who: Who): Rule =>
  Object.entries(plan).reduce(
    (rule, [name, by]) => (by === who || by === "both" ? changed(rule, name, who) : rule),
    base,
  );

/** What has to come out where `side` is chosen for all that is asked. */
const wantedOf = (plan: Plan, side: Who): Rule =>
  Object.entries(plan).reduce((rule, [name, by]) => {
    if (by === "nobody") return rule;
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

/** Every way in which two people may have changed `one` field and one that comes after it. */
const plansFrom = (one: string): Plan[] =>
  names
    .slice(names.indexOf(one))
    .flatMap((other) =>
      bys.flatMap((by): Plan[] =>
        one === other ? [{ [one]: by }] : bys.map((by2) => ({ [one]: by, [other]: by2 })),
      ),
    );

describe("two people, one rule: every pair of fields, changed by one, the other, both or nobody", () => {
  test.each(names)("%s: asked is what both changed, and nothing else; nobody's change is lost", (one) => {
    for (const plan of plansFrom(one)) {
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

  test("the table of the product's rules says the same", () => {
    const cell = (mine: string, theirs: string) =>
      openLines(mergeOf(mine === theirs ? { [mine]: "both" } : { [mine]: "mine", [theirs]: "theirs" }))
        .length > 0
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
});

describe("whatever two people do to a list", () => {
  const row = fc.record({
    type: fc.constantFrom("FixedPrice", "AmountDiscount"),
    attributeName: fc.constantFrom("price", "rrp", "sale"),
    newValue: fc.constantFrom("1", "2"),
  });
  const actions = fc.array(row, { maxLength: 5 });
  const conditions = fc.array(
    fc.record({
      operand1: fc.constantFrom("a", "b", "c"),
      comparisonOperator: fc.constant("Equals"),
      operand2: fc.constantFrom("1", "2"),
    }),
    { maxLength: 4 },
  );
  const rules = fc
    .record({
      actions,
      rulesConditionsGroups: fc.array(
        fc.record({ logicalOperator: fc.constantFrom("Or", "And"), rulesConditions: conditions }),
        { maxLength: 3 },
      ),
      priority: fc.constantFrom(1, 2, 3),
    })
    .map((parts): CustomRule => customRule.parse({ id: "r", name: "n", ...parts }));

  test("one's own change alone is kept whole, and so is theirs, and so is the same one", () => {
    fc.assert(
      fc.property(rules, rules, (one, other) => {
        for (const three of [
          { base: one, theirs: one, mine: other },
          { base: one, theirs: other, mine: one },
          { base: one, theirs: other, mine: other },
        ]) {
          const merged = mergeRules(three, () => undefined, show);
          expect(openLines(merged)).toEqual([]);
          expect(isSameRule(merged.rule, other)).toBe(true);
        }
      }),
    );
  });

  test("what one took out stays out, what one put in is in, unless it is asked", () => {
    const texts = (rule: CustomRule) => rule.actions.map((action) => JSON.stringify(action));
    fc.assert(
      fc.property(rules, rules, rules, (before, theirs, mine) => {
        const merged = mergeRules({ base: before, theirs, mine }, () => undefined, show);
        if (openLines(merged).length > 0) return;
        const held = new Set(merged.rule.actions.map((action) => JSON.stringify(action)));
        for (const text of [...texts(theirs), ...texts(mine)]) {
          const isOld = texts(before).includes(text);
          if (!isOld) expect(held.has(text), text).toBe(true);
        }
      }),
    );
  });
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
