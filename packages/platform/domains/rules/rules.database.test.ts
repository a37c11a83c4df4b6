import { describe, expect, test } from "vitest";
import { z } from "zod";
import { customRuleProblems } from "#contract/ruleProblems.ts";
import {
  type CustomRule,
  type CustomRuleToSave,
  customRule,
  customRuleConflict,
  customRuleHistoryItem,
  getCustomRuleAttributes,
} from "#contract/rules.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import { newRule } from "../../../../tests/support/sampleRule.ts";

const failure = z.object({ error: z.string().min(1) });
const rulesUrl = "/api/customRules";

describe.each(testDatabases())("custom rules on $name", ({ open }) => {
  const used = useApi(open);

  const list = async (store: string): Promise<CustomRule[]> => {
    const { status, body } = await used.api.get(`${rulesUrl}?${new URLSearchParams({ storegroup: store })}`);
    expect(status).toBe(200);
    return z.array(customRule).parse(body);
  };
  const save = async (rule: CustomRuleToSave, key?: string) => {
    const { status, body } = await used.api.post(rulesUrl, rule, key);
    expect(status, JSON.stringify(body)).toBe(200);
    return customRule.parse(body);
  };
  const refused = async (rule: object) => {
    const { status, body } = await used.api.post(rulesUrl, rule);
    return { status, error: failure.parse(body).error };
  };

  test("a store's rules come by priority, and every one of the seed can be saved as it is", async () => {
    const rules = await list("shoes and sox");
    const priorities = rules.map(({ priority }) => Number(priority));
    expect(priorities).toEqual([...priorities].sort((one, other) => one - other));
    expect(rules.some(({ deleted }) => deleted)).toBe(true);
    for (const none of ["Volley", "No such store", "a\u0000b"]) expect(await list(none)).toEqual([]);
    expect((await used.api.get(rulesUrl)).status).toBe(400);
    const { body } = await used.api.get("/api/customRules/attributes?storetype=bigcommerce");
    const { attributes } = getCustomRuleAttributes.answer.parse(body);
    for (const rule of rules) {
      const errors = customRuleProblems(rule, attributes, 0).filter(({ kind }) => kind === "error");
      expect(errors, String(rule.name)).toEqual([]);
      expect(await save(rule)).toEqual(rule);
    }
  });

  test("attributes by store type, named in any case; types without rules have none", async () => {
    const read = async (type: string) =>
      getCustomRuleAttributes.answer.parse(
        (await used.api.get(`/api/customRules/attributes?storetype=${type}`)).body,
      ).attributes;
    const types = (await read("bigcommerce")).map(({ type }) => String(type));
    expect([...new Set(types)].sort()).toEqual(["Array", "Decimal", "String"]);
    expect((await read("Shopify")).map(({ name }) => name)).toContain("sale_price");
    expect(await read("amazon")).toEqual([]);
    expect(await read("constructor")).toEqual([]);
  });

  test("a new rule is saved, returned unchanged, and names its author", async () => {
    const posted = newRule();
    const saved = await save(posted);
    expect(saved).toMatchObject({ ...posted, storeName: "Clarks", storeType: "bigcommerce", version: 1 });
    const found = (await list("Clarks")).find(({ id }) => id === saved.id);
    expect(found).toEqual(saved);
    const [entry] = z.array(customRuleHistoryItem).parse(found?.history);
    const user = expect.stringContaining("@");
    expect(entry).toMatchObject({ action: "CustomRuleCreated", meta: { user } });
  });

  test("unknown attributes, codes and fields are preserved at every level", async () => {
    const condition = { operand1: "unheardOf", comparisonOperator: "SoundsLike", operand2: 7, fuzzy: true };
    const odd = newRule({
      campaign: { code: "X", steps: [1, 2] },
      rulesConditionsGroups: [{ logicalOperator: "Xor", weight: 3, rulesConditions: [condition] }],
      actions: [{ type: "RoundToNearest", attributeName: "price", newValue: 0.05, mode: "up" }],
    });
    const saved = await save(odd);
    expect(saved).toMatchObject(odd);
    expect(await save({ ...saved, name: "Renamed" })).toMatchObject({ ...odd, name: "Renamed" });
  });

  test("a change is a new version with its history, leaf by leaf; the same again changes nothing", async () => {
    const saved = await save(newRule());
    const actions = [{ ...saved.actions[0], percentValue: "15" }];
    const changed = await save({ ...saved, enabled: true, actions });
    expect(changed.version).toBe(2);
    const last = customRuleHistoryItem.parse(changed.history?.at(-1));
    expect(last.meta?.changes).toEqual(
      expect.arrayContaining([
        { field: "enabled", oldValue: false, newValue: true },
        { field: "actions[0].percentValue", oldValue: "10", newValue: "15" },
      ]),
    );
    expect(await save({ ...changed, history: [] })).toEqual(changed);
  });

  test("a posted history, version, store name or id of another store does not get in", async () => {
    const saved = await save(newRule());
    const posted = { history: [{ action: "Nothing" }], version: 99, storeName: "Elsewhere" };
    const forged = await save({ ...saved, name: "Forged", ...posted });
    expect(forged).toMatchObject({ version: 2, storeName: "Clarks" });
    expect(forged.history).toHaveLength(2);
    expect((await refused({ ...saved, storeGroup: "Elka" })).status).toBe(404);
    expect((await refused({ ...saved, id: "no-such-rule" })).status).toBe(404);
  });

  test("with ifVersion, another person's change is never overwritten, and is shown", async () => {
    const saved = await save(newRule());
    const theirs = await save({ ...saved, name: "Theirs", ifVersion: saved.version ?? 0 });
    const mine = { ...saved, name: "Mine", ifVersion: saved.version };
    const { status, body } = await used.api.post(rulesUrl, mine);
    expect(status).toBe(409);
    expect(customRuleConflict.parse(body).rule).toEqual(theirs);
    expect(await save({ ...saved, name: "Mine" })).toMatchObject({ name: "Mine", version: 3 });
    expect(theirs).not.toHaveProperty("ifVersion");
  });

  test("of two concurrent saves over one version, one gets a conflict", async () => {
    const saved = await save(newRule());
    const rename = (name: string) => used.api.post(rulesUrl, { ...saved, name, ifVersion: saved.version });
    const answers = await Promise.all(["One", "Two", "Three"].map(rename));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("a rule of more than a megabyte is still saved, with the newest 100 entries of its history", async () => {
    const rewritten = (round: number) => [
      {
        logicalOperator: "Or",
        rulesConditions: Array.from({ length: 50 }, (_, index) => ({
          operand1: index % 2 === round % 2 ? "name" : "colour",
          comparisonOperator: round % 2 === 0 ? "Contains" : "NotContains",
          operand2: `${round} ${"long ".repeat(20)}${index}`,
        })),
      },
    ];
    const made = await save(newRule({ rulesConditionsGroups: rewritten(0) }));
    await save({ ...made, rulesConditionsGroups: rewritten(1) });
    // Simulates 99 repetitions of the last change: each entry has some 30 KB.
    await used.connection.executeSql(
      `update custom_rules set version = 100,
         history = (select jsonb_agg(case when turn = 1 then history->0 else history->1 end order by turn)
                    from generate_series(1, 100) as turn)
       where id = $1`,
      [made.id],
    );
    const grown = (await list("Clarks")).find(({ id }) => id === made.id);
    if (!grown) throw new Error("The rule is gone");
    expect(grown.history?.[0]).toMatchObject({ action: "CustomRuleCreated" });
    expect(JSON.stringify(grown).length).toBeGreaterThan(1024 * 1024);
    const rewrittenAgain = await save({ ...grown, rulesConditionsGroups: rewritten(2) });
    expect(rewrittenAgain.version).toBe(101);
    expect(rewrittenAgain.history).toHaveLength(100);
    expect(rewrittenAgain.history?.[0]).toMatchObject({ action: "CustomRuleUpdated" });
    const deleted = await save({ ...rewrittenAgain, deleted: true });
    expect(deleted.history).toHaveLength(100);
    expect(deleted.history?.at(-1)).toMatchObject({ action: "CustomRuleDeleted" });
  });

  test("one Idempotency-Key makes one rule", async () => {
    const [first, second] = await Promise.all([save(newRule(), "key-1"), save(newRule(), "key-1")]);
    expect(second.id).toBe(first.id);
    const elsewhere = await used.api.post(rulesUrl, newRule({ storeGroup: "Shoe Warehouse" }), "key-1");
    expect(elsewhere.status).toBe(422);
  });

  test("deleting is soft and can be taken back; a broken rule can still be deleted or switched off", async () => {
    const saved = await save(newRule({ enabled: true }));
    const deleted = await save({ ...saved, deleted: true });
    expect((await list("Clarks")).find(({ id }) => id === saved.id)?.deleted).toBe(true);
    expect(deleted.history?.at(-1)).toMatchObject({ action: "CustomRuleDeleted" });
    const restored = await save({ ...deleted, deleted: false });
    expect(restored.history?.at(-1)).toMatchObject({ action: "CustomRuleRestored" });
    await used.connection.executeSql(
      "update custom_rules set document = jsonb_set(document, '{endDate}', '\"2020-01-01\"') where id = $1",
      [saved.id],
    );
    const broken = (await list("Clarks")).find(({ id }) => id === saved.id);
    if (!broken) throw new Error("The rule is gone");
    expect((await refused({ ...broken, name: "Other" })).status).toBe(422);
    expect((await save({ ...broken, enabled: false })).enabled).toBe(false);
    expect((await save({ ...broken, deleted: true })).deleted).toBe(true);
  });

  test("a rule that cannot work is refused in JSON, with its field; blank conditions and actions hold nothing up", async () => {
    const action = (type: string, attributeName: string, operands: object = {}) => ({
      actions: [{ type, attributeName, ...operands }],
    });
    const discount = (operands: object) => action("PercentDiscount", "price", operands);
    const condition = (operand1: string, comparisonOperator: string, operand2 = "5") => ({
      rulesConditionsGroups: [{ rulesConditions: [{ operand1, comparisonOperator, operand2 }] }],
    });
    const cases: [object, number, string][] = [
      [{ name: " " }, 422, "name"],
      [{ priority: 1.5 }, 422, "priority"],
      [{ endDate: "2026-12-01T00:00:00Z" }, 422, "endDate"],
      [{ startDate: "soon" }, 422, "startDate"],
      [condition("brand", "Equals", " "), 422, "operand2"],
      [condition("categories", "Equals"), 422, "comparisonOperator"],
      [discount({ percentValue: "100.5", percentOf: "price" }), 422, "percentValue"],
      [discount({ percentValue: "1", percentOf: "brand" }), 422, "percentOf"],
      [action("FixedPrice", "price", { newValue: "-3" }), 422, "newValue"],
      [action("FixedPrice", "brand", { newValue: "3" }), 422, "type"],
      [action("RemoveItem", "categories"), 422, "orignalValue"],
      [action("AddItem", "", { newValue: "x" }), 422, "attributeName"],
      [{ storeGroup: "Nowhere" }, 422, ""],
      [{ storeGroup: "Kogan" }, 422, ""],
      [{ name: "a\u0000b" }, 400, ""],
      [{ rulesConditionsGroups: "none" }, 400, ""],
      [{ actions: [{ newValue: { a: 1 } }] }, 400, ""],
    ];
    for (const [over, status, field] of cases) {
      const refusal = await refused({ ...newRule(), ...over });
      expect(refusal, JSON.stringify(over)).toMatchObject({ status, error: expect.stringContaining(field) });
    }
    expect((await refused([])).status).toBe(400);
    const blank = newRule({
      rulesConditionsGroups: [{ rulesConditions: [{ operand1: "", comparisonOperator: "", operand2: "" }] }],
      actions: [{ type: "ReplaceString", attributeName: "" }],
    });
    expect(await save(blank)).toMatchObject(blank);
  });
});
