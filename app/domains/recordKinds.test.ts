import { expect, test } from "vitest";
import { masterStand } from "./masterproducts/record.server.ts";
import { ruleStand } from "./rules/record.server.ts";

test("a rule and a style stand in no line of Today, so that 'Handled' is not offered of them [notes#not-handled]", () => {
  expect([ruleStand.lines, masterStand.lines]).toEqual([[], []]);
});
