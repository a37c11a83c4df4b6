import fc from "fast-check";
import { expect, test } from "vitest";
import { keyed } from "./keyed.ts";

test("whatever items are called, no two keys are equal, and a name that is there once is its key", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "b", "a 2", "")), (names) => {
      const keys = keyed(names, (name) => name).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
  expect(keyed(["a", "b"], (name) => name).map(({ key }) => key)).toEqual(["a", "b"]);
});
