import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  actionPolicies,
  claimedRoles,
  isAllowed,
  type Permission,
  rolesFor,
} from "#contract/capabilities.ts";
import { orderRecord } from "#contract/orders.ts";
import { useApi } from "../../tests/support/api.ts";
import { testDatabases } from "../../tests/support/databases.ts";
import { newRule } from "../../tests/support/sampleRule.ts";

const [database] = testDatabases();
if (!database) throw new Error("There is no database to test with");

/** Claims of tokens: one role, none, and an unknown one. */
const people = ["Admin", "User", "PrintLabel", "Store", "Other", ""].map((role) => ({
  who: role || "nobody",
  claimed: role ? [role] : [],
}));

const operation = z.object({ "x-permission": z.string() });
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const permissions = z.custom<Permission>((permission) => typeof permission === "string");

describe.each(actionPolicies)("the API where GLOBAL_ACTIONS is %s", (policy) => {
  const used = useApi(database.open, { globalActions: policy });

  const ask = async (roles: string[], method: "GET" | "POST", url: string, payload?: object) => {
    const authorization = `Bearer ${await used.api.mint({ roles })}`;
    return used.api.app.inject({ method, url, headers: { authorization }, ...(payload ? { payload } : {}) });
  };

  test.each(people)(
    "asks the table of capabilities about every call of $who [roles#service]",
    async ({ claimed }) => {
      const { paths } = document.parse((await used.api.app.inject({ url: "/api/openapi.json" })).json());
      let requests = 0;
      for (const [path, operations] of Object.entries(paths)) {
        for (const [method, { "x-permission": permission }] of Object.entries(operations)) {
          if (permission === "record") continue;
          const roles = rolesFor(permissions.parse(permission), policy);
          const allowed = isAllowed({ roles: claimedRoles(claimed) }, roles);
          const url = path.replace(/\{\w+\}/g, "none");
          const { statusCode } = await ask(claimed, method === "get" ? "GET" : "POST", url);
          expect(statusCode === 403, `${method} ${path}, ${permission}: ${statusCode}`).toBe(!allowed);
          requests += 1;
        }
      }
      expect(requests).toBeGreaterThan(30);
    },
  );

  test.each(people)("takes an order's action of $who as the table says", async ({ claimed }) => {
    const query = new URLSearchParams({ storegroup: "", page: "1", pagesize: "100" });
    const orders = z.array(orderRecord).parse((await used.api.get(`/api/getorders?${query}`)).body);
    const order = orders.find(({ availableActions }) => availableActions?.length);
    const target = { target: order?.id, storeGroup: order?.order?.sourceStore, sourceType: "" };
    const event = { ...target, action: "none", payload: "", submittedBy: "clerk@utopia.example" };
    const { statusCode } = await ask(claimed, "POST", "/api/ActionEvent", event);
    const allowed = isAllowed({ roles: claimedRoles(claimed) }, rolesFor("orders.act", policy));
    expect(statusCode).toBe(allowed ? 409 : 403);
  });

  test("takes nothing from an account without a username [roles#no-username]", async () => {
    const authorization = `Bearer ${await used.api.mint({ roles: ["Admin"], username: "" })}`;
    const partner = { identification: "MYERPARTNER", qualifier: "ZZ" };
    const order = { target: "t", storeGroup: "s", sourceType: "" };
    const gap = {
      direction: "inbound",
      sender: partner,
      recipient: partner,
      from: "1",
      to: "1",
      reason: "?",
    };
    const writes = [
      ["/api/bc-myer/v1/documents/interchanges", {}],
      ["/api/bc-myer/v1/control-numbers/settle", gap],
      ["/api/customRules", newRule()],
      ["/api/bc-order/v1/exos/none/action/approve", {}],
      ["/api/ActionEvent", { ...order, action: "a", payload: "", submittedBy: "admin@utopia.example" }],
    ] as const;
    for (const [url, payload] of writes) {
      const answer = await used.api.app.inject({ method: "POST", url, headers: { authorization }, payload });
      expect([url, answer.statusCode]).toEqual([url, 403]);
      expect(answer.body).toContain("without a username");
    }
  });

  test("trusts no name in a request [roles#service]", async () => {
    const target = { target: "t", storeGroup: "s", sourceType: "" };
    const event = { ...target, action: "a", payload: "", submittedBy: "admin@utopia.example" };
    const answer = await ask(["User"], "POST", "/api/ActionEvent", event);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain("submittedBy");
  });
});
