import { expect, test } from "vitest";
import { masterState } from "./masterproducts/record.server.ts";
import { ruleState } from "./rules/record.server.ts";

test("a rule and a style stand in no line of Today, so that 'Handled' is not offered of them [notes#not-handled]", () => {
  expect([ruleState.lines, masterState.lines]).toEqual([[], []]);
});
