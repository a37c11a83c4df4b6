import { createServer, type Server } from "node:http";
import { expect, test } from "vitest";
import { customRule } from "#contract/rules.ts";
import { portalOver, userOf } from "#tests/support/portalModules.ts";

let price: number;
const product = (id: string, name: string, of: number) => ({
  ...{ id, groupId: `G${id}`, attributes: { name, price: of }, variants: [{ productSku: `G${id}_7` }] },
});
const answers: Record<string, (page: string | null) => unknown> = {
  "/api/getmetaproducts": (page) =>
    page === "1" ? [product("1", "Boot", price), product("2", "Sandal", 10)] : [],
  "/api/customRules": () => [],
  "/api/customRules/attributes": () => [
    { name: "name", type: "String" },
    { name: "price", type: "Decimal" },
  ],
};
const server: Server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://upstream");
  const answer = answers[pathname];
  if (!answer) return response.writeHead(404).end();
  response
    .writeHead(200, { "Content-Type": "application/json" })
    .end(JSON.stringify(answer(searchParams.get("page"))));
});
const portal = portalOver(server, async () => ({
  ...(await import("./live.server.ts")),
  ...(await import("./live.server.ts")),
  ...(await import("../paths.ts")),
}));

test("the confirmation before a rule goes live is about the current products, not those of an earlier preview [rules#toggle-price]", async () => {
  const { judgeRule, liveQuestion, listRuleProducts, ruleSearch } = portal();
  const boots = { operand1: "name", comparisonOperator: "Contains", operand2: "Boot" };
  const before = customRule.parse({
    ...{ id: "r", name: "Boots at 90", enabled: false, deleted: false, priority: 0 },
    rulesConditionsGroups: [{ logicalOperator: "Or", rulesConditions: [boots] }],
    actions: [{ type: "FixedPrice", attributeName: "price", newValue: "90" }],
  });
  const after = { ...before, enabled: true };
  const store = { storeName: "Clarks", storeAlias: "CLK", storeType: "shopify" };
  const page = "https://portal.example/store/CLK/customrules";
  const of = () => ({ user: userOf(new Request(page)), store, filter: ruleSearch.every });
  price = 100;
  const preview = await judgeRule(of(), before, after, { read: listRuleProducts });
  expect(preview.judged.moved).toMatchObject({ cheaper: { products: 1 }, dearer: { products: 0 } });
  expect(await liveQuestion(of(), before, after), "it only lowers a price").toBeUndefined();
  price = 50;
  const question = await liveQuestion(of(), before, after);
  expect(question?.warning).toMatch(/dearer/);
});
