import { expect, test } from "vitest";
import { lettersFor } from "./rowKeys.ts";

test("each action has a letter of its own: an initial where that is free [screens#row-keys]", () => {
  expect(lettersFor(["Retry", "Put On Hold", "Reject", "Manual"])).toEqual(["r", "p", "e", "m"]);
  expect(lettersFor(["Resend Confirmation Email", "Resubmit to AP21"])).toEqual(["r", "t"]);
});

test("the keys that move between rows are never an action's, and no letter is given twice", () => {
  expect(lettersFor(["Ox", "Jok", "Oxo"])).toEqual([undefined, undefined, undefined]);
  expect(lettersFor(["A", "A", "1 2"])).toEqual(["a", undefined, undefined]);
});
