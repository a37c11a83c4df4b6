import { expect, test } from "vitest";
import { recordKindKeys } from "#app/core/records/record.ts";
import { masterState } from "#app/domains/masterproducts/record.server.ts";
import { ruleState } from "#app/domains/rules/record.server.ts";
import { userOf } from "#tests/support/portalModules.ts";
import { recordKinds } from "./recordKinds.server.ts";
import { sourcesFor } from "./todaySources.server.ts";

test("every kind of records that people write notes on is declared, once [notes#whose]", () => {
  expect(recordKinds.map(({ key }) => key).sort()).toEqual([...recordKindKeys].sort());
});

test("each part of Today has its place, whatever kind of records declares it [today#page]", () => {
  const admin = { ...userOf(new Request("https://portal.example/today")), roles: ["Admin"] };
  const parts = ["yours", "delayed", "returns", "orders", "edi", "products", "rules", "labels"];
  expect(sourcesFor(admin).map(({ key }) => key)).toEqual(parts);
});

test("a rule and a style are in no line of Today, so 'Handled' is not offered for them [notes#not-handled]", () => {
  expect([ruleState.lines, masterState.lines]).toEqual([[], []]);
});
