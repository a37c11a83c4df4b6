import { expect, test } from "vitest";
import { isNews } from "./news.ts";

test("an answer of another version of the portal has no news: the page stays, and offers to be loaded again", () => {
  expect(isNews({ kind: "new", view: { rows: [] } })).toBe(true);
  expect(isNews({ kind: "same" })).toBe(true);
  expect(isNews({ kind: "new", rows: [] })).toBe(false);
  expect(isNews(undefined)).toBe(false);
});
