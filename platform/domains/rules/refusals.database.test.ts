import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { actionTypes, actionTypesFor, comparators, comparatorsFor } from "#contract/ruleTable.ts";
import type { Connection } from "#platform/database/connect.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { newRule } from "#tests/support/sampleRule.ts";

const databases = testDatabases();
const failure = z.object({ error: z.string().min(1) });
const rulesUrl = "/api/customRules";

describe.each(databases)("rules that cannot work on $name", ({ open }) => {
  let connection: Connection;
  let api: TestApi;

  beforeAll(async () => {
    connection = await open();
    api = await startTestApi(connection);
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
  });

  const refused = async (rule: object) => {
    const { status, body } = await api.post(rulesUrl, rule);
    return { status, error: failure.parse(body).error };
  };

  const condition = (operand1: string, comparisonOperator: string, operand2 = "5") =>
    newRule({
      rulesConditionsGroups: [{ rulesConditions: [{ operand1, comparisonOperator, operand2 }] }],
    });
  const attributeOf = { String: "brand", Decimal: "price", Array: "categories" } as const;

  test.each(Object.entries(attributeOf))(
    "%s attributes take their comparators and no other",
    async (type, name) => {
      const allowed: string[] = comparatorsFor(type);
      for (const code of Object.keys(comparators)) {
        const { status } = await api.post(rulesUrl, condition(name, code));
        expect([code, status]).toEqual([code, allowed.includes(code) ? 200 : 422]);
      }
    },
  );

  test.each(Object.entries(attributeOf))(
    "%s attributes take their actions and no other",
    async (type, name) => {
      const allowed: string[] = actionTypesFor(type);
      for (const code of Object.keys(actionTypes)) {
        const operands = { newValue: "5", orignalValue: "4", percentOf: "price", percentValue: "5" };
        const { status } = await api.post(
          rulesUrl,
          newRule({ actions: [{ type: code, attributeName: name, ...operands }] }),
        );
        expect([code, status]).toEqual([code, allowed.includes(code) ? 200 : 422]);
      }
    },
  );

  const action = (type: string, attributeName: string, operands: object = {}) =>
    newRule({ actions: [{ type, attributeName, ...operands }] });

  test.each([
    ["no name", newRule({ name: " " }), "name"],
    ["no whole priority", newRule({ priority: 1.5 }), "priority"],
    ["an end before the start", newRule({ endDate: "2026-12-01T00:00:00Z" }), "endDate"],
    ["a start that is no time", newRule({ startDate: "soon" }), "startDate"],
    ["no second operand", condition("brand", "Equals", " "), "operand2"],
    ["no number where one is compared", condition("price", "LessThan", "cheap"), "operand2"],
    ["no comparator", condition("brand", ""), "comparisonOperator"],
    [
      "a percentage over 100",
      action("PercentDiscount", "price", { percentValue: "100.5", percentOf: "price" }),
      "percentValue",
    ],
    [
      "a negative percentage",
      action("PercentDiscount", "price", { percentValue: "-1", percentOf: "price" }),
      "percentValue",
    ],
    [
      "a percentage of a text",
      action("PercentDiscount", "price", { percentValue: "1", percentOf: "brand" }),
      "percentOf",
    ],
    ["no price", action("FixedPrice", "price", { orignalValue: "3" }), "newValue"],
    ["a negative price", action("FixedPrice", "price", { newValue: "-3" }), "newValue"],
    ["no item to remove", action("RemoveItem", "categories"), "orignalValue"],
    ["no attribute", action("AddItem", "", { newValue: "x" }), "attributeName"],
  ])("%s is refused, with its field", async (_, rule, field) => {
    const { status, error } = await refused(rule);
    expect(status).toBe(422);
    expect(error).toContain(`${field}:`);
  });

  test.each([
    ["an unknown store", newRule({ storeGroup: "Nowhere" }), 422],
    ["a store type without rules", newRule({ storeGroup: "Kogan" }), 422],
    ["a NUL", newRule({ name: "a\u0000b" }), 400],
    ["groups of the wrong kind", { ...newRule(), rulesConditionsGroups: "none" }, 400],
    ["an operand of the wrong kind", { ...newRule(), actions: [{ newValue: { a: 1 } }] }, 400],
    ["a list", [], 400],
  ])("%s is refused in JSON", async (_, rule, status) => {
    expect((await refused(rule)).status).toBe(status);
  });

  test("blank conditions and actions are kept and hold nothing up", async () => {
    const blank = newRule({
      rulesConditionsGroups: [{ rulesConditions: [{ operand1: "", comparisonOperator: "", operand2: "" }] }],
      actions: [{ type: "ReplaceString", attributeName: "" }],
    });
    expect(await api.post(rulesUrl, blank)).toMatchObject({ status: 200, body: blank });
    const empty = newRule({ rulesConditionsGroups: [], actions: [] });
    expect(await api.post(rulesUrl, empty)).toMatchObject({ status: 200, body: empty });
  });
});
