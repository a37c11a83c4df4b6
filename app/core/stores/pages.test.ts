import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { storePages } from "./pages.ts";

test("every page of a store has its address", () => {
  const store = routes.find(({ path }) => path === "store/:alias");
  const segments = new Set(store?.children.map(({ path = "" }) => path));
  expect(storePages.filter(({ segment }) => !segments.has(segment))).toEqual([]);
});
