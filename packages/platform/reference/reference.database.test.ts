import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Connection } from "#database/connect.ts";
import { startTestApi, type TestApi } from "../../../tests/support/api.ts";
import { testDatabases } from "../../../tests/support/databases.ts";
import type { OpenApiDocument, Operation } from "./openapi.ts";
import { examples } from "./openapi.ts";
import { referenceRoutes } from "./page.ts";

const [database] = testDatabases();
if (!database) throw new Error("There is no database to test with");

let connection: Connection;
let api: TestApi;
let document: OpenApiDocument;
beforeAll(async () => {
  connection = await database.open();
  api = await startTestApi(connection);
  document = (await api.app.inject({ url: "/api/openapi.json" })).json();
});
afterAll(async () => {
  await api.close();
  await connection.close();
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
const named = (name: string): Operation => {
  const found = operations().find(({ operation }) => operation.operationId === name);
  if (!found) throw new Error(`There is no call '${name}'`);
  return found.operation;
};

/** Format names come from the schemas; values are checked by type only, as they may be invalid on purpose. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

const answerSchema = ({ responses }: Operation) => responses[200]?.content["application/json"]?.schema;

describe("the OpenAPI document", () => {
  test("has the structure of OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref);
    expect([...new Set(refs)]).toEqual(["#/components/schemas/Error"]);
  });

  test("has no call that isn't served, and each once", async () => {
    for (const { method, path } of operations()) {
      const url = path.replace(/\{\w+\}/g, "none");
      const { statusCode } = await api.app.inject({ method: method === "get" ? "GET" : "POST", url });
      // Without a token a known call answers 401, and an unknown one 404.
      expect(statusCode, `${method} ${path}`).toBe(401);
    }
    expect((await api.app.inject({ url: "/api/no-such-call" })).statusCode).toBe(404);
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("has every served call: one without a description does not start", () => {
    const app = Fastify();
    referenceRoutes(app, "everyone");
    expect(() => app.get("/api/undocumented", async () => "")).toThrow("without `documented`");
  });

  test("marks the calls of the table as documented, and everything else as beyond it [calls#reference, calls#table]", () => {
    const table = readFileSync("docs/product/calls.md", "utf8");
    const written = [...table.matchAll(/^\| <a id="[^"]+"><\/a>`(GET|POST) ([^`?]+)`/gm)].map(
      ([, method, path]) => `${method} ${path}`,
    );
    const told = operations().flatMap(({ method, path, operation }) =>
      operation["x-beyond"] ? [] : [`${method.toUpperCase()} ${path}`],
    );
    expect(told.sort()).toEqual(written.sort());
  });

  test("names the elements of each list", () => {
    const order = JSON.stringify(answerSchema(named("getOrders")));
    expect(order).toContain("postcode");
    expect(order).toContain("levelCode");
  });

  test("names who may: the roles of the table of capabilities", () => {
    expect(named("getCustomRules")["x-roles"]).toEqual(["Admin", "User"]);
    expect(named("getStores")["x-roles"]).toEqual([]);
    expect(named("postActionEvent")["x-roles"]).toBeUndefined();
  });

  test("has an example of every call with parameters", () => {
    for (const { operation } of operations()) {
      const missing = operation.parameters.filter(
        ({ required, example, content }) =>
          required && example === undefined && Object.values(content ?? {})[0]?.example === undefined,
      );
      expect(missing, operation.operationId).toEqual([]);
      const body = operation.requestBody?.content["application/json"];
      if (!body) continue;
      const fits = ajv.compile(body.schema ?? {});
      expect(body.example, operation.operationId).toBeDefined();
      expect(fits(body.example), `${operation.operationId}: ${ajv.errorsText(fits.errors)}`).toBe(true);
    }
    const ids = new Set(operations().map(({ operation }) => operation.operationId));
    expect(Object.keys(examples).filter((name) => !ids.has(name))).toEqual([]);
  });
});

const records = z.array(z.looseObject({ id: z.string() })).default([]);
const rows = z.looseObject({ items: records, summaries: records });

describe("a response matches the document", () => {
  /** The list with a record for each detail call. */
  const lists: Record<string, string> = {
    getExo: "/api/bc-order/v1/exos?page=1",
    getInterchange: "/api/bc-myer/v1/documents/interchanges?page=1",
    getPartnerOrder: "/api/bc-myer/v1/documents/orders?page=1",
  };

  async function recordOf(name: string): Promise<string> {
    const { items, summaries } = rows.parse((await api.get(lists[name] ?? "")).body);
    const [first] = [...items, ...summaries];
    if (!first) throw new Error(`${lists[name]} has no record`);
    return first.id;
  }

  test("to each GET with its example's query, which has valid filters", async () => {
    let requests = 0;
    for (const { method, path, operation } of operations()) {
      const schema = answerSchema(operation);
      // A file has no schema.
      if (method !== "get" || !schema) continue;
      const name = operation.operationId;
      const id = path.includes("{id}") ? await recordOf(name) : "";
      const { filters, ...query } = examples[name]?.query ?? {};
      for (const each of filters === undefined ? [query] : [query, { ...query, filters }]) {
        const url = `${path.replace("{id}", encodeURIComponent(id))}?${new URLSearchParams(each)}`;
        const { status, body } = await api.get(url);
        expect(status, `${url}: ${JSON.stringify(body)}`).toBe(200);
        const fits = ajv.compile(schema);
        expect(fits(body), `${url}: ${ajv.errorsText(fits.errors).slice(0, 500)}`).toBe(true);
      }
      requests += 1;
    }
    expect(requests).toBeGreaterThan(20);
  });

  test("a failure is the Error of the document", async () => {
    const fits = ajv.compile(document.components.schemas.Error ?? {});
    for (const url of ["/api/getorders", "/api/bc-order/v1/exos/none"]) {
      const { status, body } = await api.get(url);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(fits(body)).toBe(true);
    }
  });
});

describe("the page of the calls", () => {
  test("lists each call, runs nothing, and is open to everyone", async () => {
    const answer = await api.app.inject({ url: "/docs" });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(answer.body).not.toMatch(/<script|javascript:|\son\w+=|undefined|\[object/);
    for (const { path, operation } of operations()) {
      expect(answer.body).toContain(`id="${operation.operationId}"`);
      expect(answer.body).toContain(path.replace(/&/g, "&amp;"));
    }
    const anchors = [...answer.body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.filter((id) => !answer.body.includes(`id="${id}"`))).toEqual([]);
  });

  test("holds no record: it is the same in production, on an empty database too", async () => {
    const production = await startTestApi(connection, { production: true });
    const page = await production.app.inject({ url: "/docs" });
    expect(page.body).toBe((await api.app.inject({ url: "/docs" })).body);
    await production.close();
  });
});
