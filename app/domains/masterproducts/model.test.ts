import { describe, expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { masterProduct } from "#contract/masterproducts.ts";
import { brandsOf, imageGroups, masterPageSize, toMasterDetail, toMasterPage } from "./model.ts";
import type { MasterFilter } from "./search.ts";

const rowsOf = (products: unknown[]) => listOf(masterProduct).parse(products);
const every = { query: "", brand: "", page: 1, sort: undefined };
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

  test("the whole list is ordered, not one page of it; what is not known comes last either way", () => {
    const rows = rowsOf([
      { styleCode: "s10", updatedAt: "2026-11-20T00:00:00Z", attributes: { styleName: "Boot" } },
      { id: "x" },
      { styleCode: "s9", attributes: { styleName: "ankle" } },
      { styleCode: "s11", updatedAt: "2026-11-22T00:00:00Z" },
    ]);
    const codes = (sort: MasterFilter["sort"]) =>
      toMasterPage(rows, { ...every, sort }).rows.map((one) => ("row" in one ? one.row.styleCode : "?"));
    expect(codes(undefined)).toEqual(["s10", "?", "s9", "s11"]);
    expect(codes("code")).toEqual(["s9", "s10", "s11", "?"]);
    expect(codes("code-down")).toEqual(["s11", "s10", "s9", "?"]);
    expect(codes("name")).toEqual(["s9", "s10", "?", "s11"]);
    expect(codes("updated")).toEqual(["s11", "s10", "?", "s9"]);
    expect(codes("untouched")).toEqual(["s10", "s11", "?", "s9"]);
    const [last] = toMasterPage(many, { ...every, sort: "code-down" }).rows;
    expect(last).toMatchObject({ row: { styleCode: `S${masterPageSize * 2 - 1}` } });
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
