import { describe, expect, test } from "vitest";
import { metaProduct } from "#contract/metaproducts.ts";
import { toChanges, toInventory, toProductDetail, toProductNotShown } from "./detail.ts";
import { toAttention, toRecentChanges } from "./overview.ts";

const wire = (fields: object) => metaProduct.parse({ id: "1", groupId: "G1", ...fields });
const filter = { code: "g", title: "", invalid: false, page: 2 };
const context = (storeType: string) => ({ alias: "ICN", storeType, filter, username: "merch" });

describe("the detail panel", () => {
  const raw = { id: 1, groupId: "G1", unknown: { deep: [1] } };

  test("is titled by the group id and opens on Inventory", () => {
    const detail = toProductDetail(wire({}), raw, context("iconic"), undefined);
    expect(detail.title).toBe("Product Data - G1");
    expect(detail.tab).toBe("inventory");
    expect(detail.tabs.map(({ label }) => label)).toEqual(["Inventory", "Changes", "Raw Data"]);
    expect(detail.closeTo).toBe("/store/ICN/products?code=g&page=2");
  });

  test("has no Inventory for a type without an inventory attribute (products#inventory)", () => {
    const detail = toProductDetail(wire({}), raw, context("ebay"), "inventory");
    expect(detail.tabs.map(({ label }) => label)).toEqual(["Changes", "Raw Data"]);
    expect(detail.tab).toBe("changes");
  });

  test("Raw Data is what the server sent", () => {
    const detail = toProductDetail(wire(raw), raw, context("iconic"), "raw");
    expect(detail.tab === "raw" && JSON.parse(detail.rawText)).toEqual(raw);
  });

  test("says why a product is not shown", () => {
    expect(toProductNotShown("ICN", filter, { id: "1", group: "G1" }, {}).explanation).toContain("not found");
    expect(
      toProductNotShown("ICN", filter, { id: "1", group: "" }, { problem: "id: bad" }).explanation,
    ).toContain("could not be read: id: bad");
  });
});

test("inventory lists every SKU, marks what is no number, and totals the rest", () => {
  const inventory = toInventory(
    wire({
      variants: [
        { productSku: "a", attributes: { Quantity: "0.1" } },
        { productSku: "b", attributes: { Quantity: 0.2 } },
        { productSku: "c", attributes: { Quantity: "lots" } },
        { productSku: 7 },
      ],
    }),
    "Quantity",
  );
  expect(inventory).toEqual({
    rows: [
      { key: "0", sku: "a", quantity: "0.1" },
      { key: "1", sku: "b", quantity: "0.2" },
      { key: "2", sku: "c", quantity: "lots", note: "Not a number" },
      { key: "3", sku: "7", quantity: "", note: "Missing" },
    ],
    total: "0.3",
    unreadable: 2,
  });
});

test("changes are newest first, those without a readable time last, and long feeds are cut", () => {
  const { changes } = wire({
    changes: [
      { code: "c1", attribute: "Price", oldValue: 1, newValue: { a: 2 }, updatedAt: "2026-01-01T00:00:00Z" },
      { code: "c2", attribute: "Price", oldValue: null, newValue: "3", updatedAt: 1_800_000_000 },
      { code: "c3", attribute: "Name", oldValue: "x", newValue: "y", updatedAt: "last week" },
      { code: "c4" },
    ],
  });
  const { entries, older } = toChanges(changes ?? [], 3);
  expect(entries.map(({ code, at }) => [code, at])).toEqual([
    ["c2", "2027-01-15T08:00:00.000Z"],
    ["c1", "2026-01-01T00:00:00.000Z"],
    ["c3", "last week"],
  ]);
  expect(entries[1]).toMatchObject({ oldValue: "1", newValue: '{"a":2}' });
  expect(older).toBe(1);
});

describe("the overview", () => {
  const row = (id: string, updatedAt: string) => ({
    readable: true as const,
    row: wire({
      id,
      groupId: `G${id}`,
      validationStatus: ["No image"],
      changes: [{ code: "c", attribute: "Price", updatedAt }],
    }),
    raw: {},
  });

  test("counts as far as one page tells", () => {
    const full = Array.from({ length: 20 }, (_, index) => row(String(index), "2026-01-01T00:00:00Z"));
    expect(toAttention(full, "ICN", "iconic")).toMatchObject({ count: "20 or more", none: false });
    expect(toAttention(full.slice(0, 3), "ICN", "iconic").count).toBe("3");
    expect(toAttention([], "ICN", "iconic").none).toBe(true);
  });

  test("shows a product's changes once, newest first", () => {
    const rows = [
      row("1", "2026-01-01T00:00:00Z"),
      row("2", "2026-03-01T00:00:00Z"),
      row("1", "2026-01-01T00:00:00Z"),
    ];
    expect(toRecentChanges(rows, "ICN", "iconic").map(({ about }) => about)).toEqual(["G2", "G1"]);
  });
});
