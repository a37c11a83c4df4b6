import { expect, test } from "vitest";
import { canBeChange } from "./order.ts";

test("an order that was sent before what the living one follows is never applied to it [edi#second-order]", () => {
  const differences = [
    { kind: "number=repeated", words: "" },
    { kind: "line", words: "14 instead of 2" },
  ];
  expect(canBeChange({ heldFor: "duplicate", differences })).toBe(true);
  const older = { kind: "older", words: "it was sent before 2" };
  expect(canBeChange({ heldFor: "duplicate", differences: [older, ...differences] })).toBe(false);
});
