import { expect, test } from "vitest";
import { unstorable } from "./requests.ts";

test("NUL and half a surrogate pair cannot be stored, a text about them can", () => {
  for (const text of ["\u0000", "a\ud83d", "\udc5fa", "\\\ud83d"]) {
    expect(unstorable({ deep: [{ text }] }), JSON.stringify(text)).toBe(true);
  }
  for (const text of ["👟", "\\u0000", "\\\\ud83d", "\u0001", ""]) {
    expect(unstorable({ deep: [{ text }] }), JSON.stringify(text)).toBe(false);
  }
  expect(unstorable(undefined)).toBe(false);
});
