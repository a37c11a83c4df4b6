import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ApiCall } from "#contract/calls.ts";
import { repository } from "#tests/support/processes.ts";

const isCall = (value: unknown): value is ApiCall =>
  typeof value === "object" && value !== null && "method" in value && "answer" in value && "base" in value;

const folder = join(repository, "packages/contract");
const modules = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name): Promise<Record<string, unknown>> => import(join(folder, name))),
);
const calls = modules.flatMap((module) => Object.values(module).filter(isCall));

/** The table of docs/product/calls.md: `GET /api/orders/:id`, and whether the EDI service serves it. */
const documented = [
  ...readFileSync(join(repository, "docs/product/calls.md"), "utf8").matchAll(
    /^\| <a id="[^"]+"><\/a>`(GET|POST) \{?[^`]*?(\/api[^`]*)`( \(EDI\))? \|/gm,
  ),
].map(([, method, path = "", edi]) => ({
  call: `${method} ${path.replace(/\{(\w+)\}/g, ":$1").replace(/\/$/, "")}`,
  base: edi ? "edi" : "portal",
}));

test("the portal knows each documented call, at its address and base [calls#stores, calls#master-products, calls#label-products, calls#meta-products, calls#orders, calls#exos, calls#exo, calls#exo-action, calls#blob, calls#interchanges, calls#interchange, calls#interchange-action, calls#edi-orders, calls#edi-order, calls#edi-order-action, calls#store-interchanges, calls#store-edi-orders, calls#rules, calls#save-rule, calls#rule-attributes, calls#voucher, calls#shipments, calls#bases, calls#open-paths]", () => {
  const known = calls.map(({ method, path, base }) => ({
    call: `${method} ${path.replace(/\/$/, "")}`,
    base,
  }));
  expect(documented.length).toBeGreaterThan(20);
  expect(known).toEqual(expect.arrayContaining(documented));
});

/** Texts that are no search: JSON whose own texts are held here, or a description of a file as the service sent it. */
const others = [
  "getExos.filters",
  "getInterchanges.filters",
  "getPartnerOrders.filters",
  "getBlob.meta",
  "getBlob.blobitem",
];

/** Texts and lists below a schema that have no limit. */
function unlimited(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unlimited(schema.unwrap(), path);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => unlimited(field, `${path}.${name}`));
  if (schema instanceof z.ZodArray) {
    const isLimited = !schema.safeParse(Array.from({ length: 1_001 }, () => "")).success;
    return [...(isLimited ? [] : [path]), ...unlimited(schema.element, path)];
  }
  if (schema instanceof z.ZodString) return schema.safeParse("n".repeat(10_001)).success ? [path] : [];
  return [];
}

test("each text of a query and of a filter has a limit [calls#search-text]", () => {
  const queries = calls
    .filter(({ method }) => method === "GET")
    .flatMap(({ name, query }) => unlimited(query, name));
  expect(queries.filter((path) => !others.includes(path))).toEqual([]);
  const filters = modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => name.endsWith("Filters"));
  expect(filters.map(([name]) => name).sort()).toEqual([
    "ediOrderFilters",
    "exoFilters",
    "interchangeFilters",
  ]);
  expect(filters.flatMap(([name, schema]) => unlimited(schema, name))).toEqual([]);
});
