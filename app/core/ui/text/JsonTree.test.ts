import { expect, test } from "vitest";
import { DEPTH_LIMIT, ENTRY_LIMIT, STRING_LIMIT, toJsonNode } from "./JsonTree.tsx";

test("strings up to 200 characters are unchanged, longer ones are truncated with the full text attached [screens#tree]", () => {
  const text = (length: number) => `"${"x".repeat(length)}"`;
  expect(toJsonNode("x".repeat(STRING_LIMIT), 1)).toEqual({ kind: "leaf", look: "str", text: text(200) });
  const cut = { text: text(201), cut: text(200) };
  expect(toJsonNode("x".repeat(STRING_LIMIT + 1), 1)).toMatchObject(cut);
});

test("objects and lists say how much they hold", () => {
  expect(toJsonNode({ a: 1 }, 0)).toMatchObject({ hint: "1 field", entries: [["a", 1]], left: 0 });
  expect(toJsonNode([1], 0)).toMatchObject({ hint: "1 item", entries: [["0", 1]] });
});

test("a huge list is shown in part and counted in full", () => {
  const node = toJsonNode(Array.from({ length: ENTRY_LIMIT + 7 }), 0);
  expect(node).toMatchObject({ hint: `${ENTRY_LIMIT + 7} items`, left: 7 });
  expect(node.kind === "branch" && node.entries.length).toBe(ENTRY_LIMIT);
});

test("a value nested beyond the limit ends there", () => {
  expect(toJsonNode({ deeper: {} }, DEPTH_LIMIT)).toMatchObject({ kind: "leaf", look: "lit" });
});

test("numbers, booleans and null look different from text", () => {
  expect(toJsonNode(12.5, 1)).toMatchObject({ look: "num", text: "12.5" });
  expect(toJsonNode(null, 1)).toMatchObject({ look: "lit", text: "null" });
  expect(toJsonNode(false, 1)).toMatchObject({ look: "lit", text: "false" });
});

test("only the requested entries are shown, next to the count of all", () => {
  const node = toJsonNode({ a: 1, b: 2, c: 3 }, 0, ([, value]) => value !== 2);
  expect(node).toMatchObject({ hint: "3 fields", entries: Object.entries({ a: 1, c: 3 }), left: 0 });
});
