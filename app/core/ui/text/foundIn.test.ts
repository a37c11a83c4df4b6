import { expect, test } from "vitest";
import { foundIn } from "./foundIn.ts";

const item = { title: "Loafer", code: "SKU-1" };
const value = { customer: { name: "Mei" }, items: [item, { title: "Boot", sku: null }] };

test("finds names and values in any case, and their branches [screens#tree-find]", () => {
  const { places, branches } = foundIn(value, "sku");
  expect(places).toBe(2);
  expect([...branches]).toEqual(expect.arrayContaining([value, value.items, item, value.items[1]]));
  expect(branches.has(value.customer)).toBe(false);
});

test("a name and its value are one place; a list's numbers are no names", () => {
  expect(foundIn({ sku: "sku" }, "sku").places).toBe(1);
  expect(foundIn({ list: ["a", "b"] }, "1").places).toBe(0);
  expect(foundIn({ list: [true, null, 12] }, "nul").places).toBe(1);
});

test("a scalar contains nothing to search, and a very deep value is searched", () => {
  expect(foundIn("text", "text")).toEqual({ places: 0, branches: new Set() });
  let deep: object = { sku: 1 };
  for (let level = 0; level < 3000; level += 1) deep = { deep };
  expect(foundIn(deep, "sku").places).toBe(1);
});
