import { describe, expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { masterProduct } from "#contract/masterproducts.ts";
import { brandsOf, imageGroups, masterPageSize, toMasterDetail, toMasterPage } from "./model.ts";

const rowsOf = (products: unknown[]) => listOf(masterProduct).parse(products);
const every = { query: "", brand: "", page: 1 };
const many = rowsOf(
  Array.from({ length: masterPageSize * 2 }, (_, index) => ({
    styleCode: `S${index}`,
    attributes: { styleName: index === 3 ? "Desert Boot" : "Sneaker", brandLabel: "Clarks" },
  })),
);

describe("pages", () => {
  test("the last full page leads to no empty one", () => {
    expect(toMasterPage(many, { ...every, page: 1 }).pages).toBe(2);
    expect(toMasterPage(many, { ...every, page: 2 }).rows).toHaveLength(masterPageSize);
    expect(toMasterPage(many, { ...every, page: 9 }).rows).toEqual([]);
  });

  test("every word of the search must be there, without case", () => {
    const page = toMasterPage(many, { ...every, query: "CLARKS boot" });
    expect(page.rows).toMatchObject([{ row: { styleCode: "S3", href: "/products/S3?q=CLARKS+boot" } }]);
  });

  test("a brand leaves its own styles; the brands to choose from are those of the list", () => {
    const rows = rowsOf([
      { styleCode: "a", attributes: { brandLabel: "Volley" } },
      { styleCode: "b", attributes: { brandLabel: "Clarks" } },
      { styleCode: "c", attributes: { brandLabel: "Volley" } },
      { styleCode: "d" },
      { id: "x" },
    ]);
    expect(brandsOf(rows)).toEqual(["Clarks", "Volley"]);
    expect(toMasterPage(rows, { ...every, brand: "Volley" }).rows).toMatchObject([
      { row: { styleCode: "a" } },
      { row: { styleCode: "c" } },
    ]);
    expect(toMasterPage(rows, { ...every, brand: "volley" }).rows).toEqual([]);
  });

  test("a row that could not be read keeps its place", () => {
    expect(toMasterPage(rowsOf([{ id: "x" }]), { ...every, page: 1 }).rows).toMatchObject([
      { unreadable: { id: "x" } },
    ]);
  });
});

test("images of all colours and of the style by group, each once, none that is no web address", () => {
  const product = masterProduct.parse({
    styleCode: 1,
    colours: [
      {
        images: [
          { groupName: "Front", imageUrl: "https://i.example/1" },
          { groupName: "Side", imageUrl: "x" },
        ],
      },
      { images: [{ groupName: "Front", imageUrl: "https://i.example/2" }] },
      {},
    ],
    images: [{ imageUrl: "https://i.example/3" }, { groupName: "Front", imageUrl: "https://i.example/1" }],
  });
  expect(imageGroups(product)).toEqual([
    { name: "Front", images: ["https://i.example/1", "https://i.example/2"] },
    { name: "", images: ["https://i.example/3"] },
  ]);
});

test("the panel is called by the style code and shows a style without attributes", () => {
  const raw = { styleCode: 42, attributes: null };
  expect(toMasterDetail(masterProduct.parse(raw), raw)).toMatchObject({
    title: "Product Data - 42",
    facts: [{ value: "" }, { value: "" }, { value: "" }],
    rawText: JSON.stringify(raw),
  });
});
