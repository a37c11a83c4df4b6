import { describe, expect, test } from "vitest";
import { metaProduct } from "#contract/metaproducts.ts";
import {
  toAttention,
  toAttributes,
  toChanges,
  toProductDetail,
  toProductUnavailable,
  toRecentChanges,
  toVariants,
} from "./detail.ts";

const wire = (fields: object) => metaProduct.parse({ id: "1", groupId: "G1", ...fields });
const filter = { code: "g", title: "", message: "", invalid: false, page: 2 };
const nothing = { tab: undefined, change: "" };
const context = (storeType: string) => ({ alias: "ICN", storeType, filter, username: "merch" });

describe("the detail panel", () => {
  const raw = { id: 1, groupId: "G1", unknown: { deep: [1] } };

  test("is titled by the group id, and has Inventory where the type counts a stock [products#detail, products#inventory]", () => {
    const open = (type: string, tab?: "inventory" | "raw") =>
      toProductDetail(wire(raw), raw, context(type), { tab, change: "" });
    const labels = (type: string) => open(type).tabs.map(({ label }) => label);
    const closeTo = "/store/ICN/products?code=g&page=2";
    expect(open("iconic")).toMatchObject({ title: "Product Data - G1", tab: "inventory", closeTo });
    expect(labels("iconic")).toEqual(["Inventory", "Changes", "Raw Data"]);
    expect(labels("ebay")).toEqual(["Changes", "Raw Data"]);
    expect(open("ebay", "inventory").tab).toBe("changes");
    const detail = open("iconic", "raw");
    expect(detail.tab === "raw" && JSON.parse(detail.rawText), "what the server sent").toEqual(raw);
  });

  test("says why a product is not shown", () => {
    const why = (group: string, problem = {}) =>
      toProductUnavailable("ICN", filter, { id: "1", group }, problem).explanation;
    expect(why("G1")).toContain("not found");
    expect(why("", { problem: "id: bad" })).toContain("could not be read: id: bad");
  });

  test("has every picture once, whatever attribute it is in [products#pictures]", () => {
    const [first, second, third] = [1, 2, 3].map((number) => `https://i.example/${number}.jpg`);
    const attributes = { title: "Boot", "image-1": first, "image-2": second };
    const status = { image_url: first, image_url_1: third, images: "javascript:x" };
    const detail = toProductDetail(wire({ attributes, status }), raw, context("catch"), nothing);
    expect(detail.pictures).toEqual([first, second, third]);
  });

  test("has every message, with the offered actions that fix it, for whoever may act [products#mending]", () => {
    const product = wire({
      validationStatus: ["No image", "Return address is missing", "No image", "Too long", "No brand"],
      availableActions: [
        { value: "publish", text: "Publish Product" },
        { value: "revalidate", text: "Validate Product Again" },
        { value: "set-return-address", text: "Set Return Address", config: { inputType: "address" } },
      ],
    });
    const { refusals } = toProductDetail(product, raw, context("iconic"), nothing);
    expect(refusals.messages.map(({ text, mends }) => [text, mends.map(({ label }) => label)])).toEqual([
      ["No image", []],
      ["Return address is missing", ["Set Return Address"]],
      ["Too long", []],
      ["No brand", []],
    ]);
    const href = "/store/ICN/products/1/panel/actions/revalidate?code=g&page=2&group=G1";
    expect(refusals.again).toEqual([{ label: "Validate Product Again", href }]);
    const reader = { ...context("iconic"), username: "" };
    const read = toProductDetail(product, raw, reader, nothing).refusals;
    expect([...read.messages.flatMap(({ mends }) => mends), ...read.again]).toEqual([]);
  });

  test("a type without Inventory shows its variants by themselves", () => {
    const product = wire({ variants: [{ productSku: "a", attributes: { ean: "0093456789012" } }] });
    const detail = toProductDetail(product, raw, context("ebay"), nothing);
    expect(detail.variants?.rows).toMatchObject([{ sku: "a", barcode: "0093456789012" }]);
    expect(detail.variants?.shows).toEqual({ barcode: true, prices: false, status: false, quantity: false });
  });
});

test("attributes are the product's, then those of its variants: one value that all have, else each one's [products#attribute-table]", () => {
  const product = wire({
    attributes: { Name: "Boot", deep: { a: [1] }, none: null },
    variants: [
      { productSku: "b-7", attributes: { size: "7", season: "Core" } },
      { productSku: "b-8", attributes: { size: "8", season: "Core" } },
    ],
  });
  expect(toAttributes(product).map(({ name, owner, value }) => [name, owner, value])).toEqual([
    ["Name", "Product", "Boot"],
    ["deep", "Product", '{"a":[1]}'],
    ["none", "Product", ""],
    ["size", "Variants", "b-7: 7\nb-8: 8"],
    ["season", "Variants", "Core"],
  ]);
});

test("inventory lists every SKU, marks invalid numbers, and totals the rest [products#inventory]", () => {
  const attributes = { Quantity: "0.1", Price: "20", SalePrice: 15, ProductId: 9345678901234 };
  const variants = [
    { productSku: "boot-7", attributes, status: { ExternalStatus: "Created" } },
    { productSku: "b", attributes: { Quantity: 0.2 } },
    { productSku: "c", attributes: { Quantity: "lots" } },
    { productSku: 7 },
  ];
  const used = "boot-7: the barcode is used by another product";
  const said = [used, "boot-7.5: not in the chart", "c is missing"];
  const { rows, ...inventory } = toVariants(wire({ variants }), "iconic", said) ?? { rows: [] };
  const bare = { barcode: "", status: "", refusals: [] };
  expect(rows).toEqual([
    {
      ...{ key: "0", sku: "boot-7", barcode: "9345678901234", rrp: "$20.00", sale: "$15.00" },
      ...{ status: "Created", quantity: "0.1", refusals: [used] },
    },
    { ...bare, key: "1", sku: "b", quantity: "0.2" },
    { ...bare, key: "2", sku: "c", quantity: { text: "lots", note: "Not a number" } },
    { ...bare, key: "3", sku: "7", quantity: { text: "", note: "Missing" } },
  ]);
  const shows = { barcode: true, prices: true, status: true, quantity: true };
  expect(inventory).toEqual({ shows, total: "0.3", unreadable: 2 });
});

test("changes are newest first, those without a readable time last, and long feeds are cut [products#changes]", () => {
  const { changes } = wire({
    changes: [
      { code: "c1", attribute: "Price", oldValue: 1, newValue: { a: 2 }, updatedAt: "2026-01-01T00:00:00Z" },
      { code: "c2", attribute: "Price", oldValue: null, newValue: "3", updatedAt: 1_800_000_000 },
      { code: "c3", attribute: "Name", oldValue: "x", newValue: "y", updatedAt: "last week" },
      { code: "c4" },
    ],
  });
  const { entries, older } = toChanges(changes ?? [], { show: 3 });
  expect(entries.map(({ code, at }) => [code, at])).toEqual([
    ["c2", "2027-01-15T08:00:00.000Z"],
    ["c1", "2026-01-01T00:00:00.000Z"],
    ["c3", "last week"],
  ]);
  expect(entries[1]).toMatchObject({ oldValue: "1", newValue: '{"a":2}' });
  expect(older).toBe(1);
  const priced = toChanges(changes ?? [], { query: "PRICE 3" });
  expect(priced.entries.map(({ code }) => code)).toEqual(["c2"]);
  expect(priced).toMatchObject({ older: 0, all: 4 });
});

test("the Overview counts refused products of one page, and shows a product's changes once, newest first", () => {
  const row = (id: string, updatedAt: string) => {
    const changes = [{ code: "c", attribute: "Price", updatedAt }];
    const product = wire({ id, groupId: `G${id}`, validationStatus: ["No image"], changes });
    return { readable: true as const, row: product, raw: {} };
  };
  const full = Array.from({ length: 20 }, (_, index) => row(String(index), "2026-01-01T00:00:00Z"));
  expect(toAttention(full, "ICN", "iconic")).toMatchObject({ count: "20 or more", none: false });
  expect(toAttention(full.slice(0, 3), "ICN", "iconic").count).toBe("3");
  expect(toAttention([], "ICN", "iconic").none).toBe(true);
  const rows = ["1", "2", "1"].map((id) => row(id, `2026-0${id}-01T00:00:00Z`));
  expect(toRecentChanges(rows, "ICN", "iconic").map(({ about }) => about)).toEqual(["G2", "G1"]);
});
