import { describe, expect, test } from "vitest";
import { actionPath } from "#app/domains/actions/model.ts";
import { type ProductFilter, productListKey, productPath, productSheetPath, productsPath } from "./paths.ts";
import { readProductExport, readProductPlace, readProductSearch } from "./search.ts";

const read = (search: string) => readProductSearch(new URLSearchParams(search));
const none: ProductFilter = { code: "", title: "", invalid: false, page: 1 };
const some: ProductFilter = { code: "A&B", title: "sock <1>", invalid: true, page: 3 };

describe("the list's search", () => {
  test("what was written is read back", () => {
    const url = new URL(productsPath("CLK", some), "http://p.example");
    expect(url.pathname).toBe("/store/CLK/products");
    expect(readProductSearch(url.searchParams)).toEqual(some);
  });

  test("an unfiltered first page has no search", () => {
    expect(productsPath("CLK", none)).toBe("/store/CLK/products");
  });

  test.each([
    ["", none],
    ["page=0", none],
    ["page=-4", none],
    ["page=2.5", none],
    ["page=abc", none],
    ["page=99999999999", none],
    ["invalid=yes", none],
    ["code=%20a%20", { ...none, code: "a" }],
  ])("a bad value falls back: %s", (search, expected) => {
    expect(read(search)).toEqual(expected);
  });

  test("an endless text is cut", () => {
    expect(read(`title=${"x".repeat(5000)}`).title).toHaveLength(200);
  });
});

describe("a product's addresses", () => {
  test("keep the list's search and carry the group id", () => {
    const url = new URL(
      productPath("CLK", some, { id: "a/b?c", group: "G 1", tab: "raw" }),
      "http://p.example",
    );
    expect(url.pathname).toBe("/store/CLK/products/a%2Fb%3Fc");
    expect(readProductSearch(url.searchParams)).toEqual(some);
    expect(readProductPlace(url.searchParams)).toEqual({ group: "G 1", tab: "raw", opener: undefined });
  });

  test("a dialog knows what opened it", () => {
    const path = actionPath(
      productPath("CLK", none, { id: "1", group: "G", opener: "detail" }),
      "re/publish",
    );
    const url = new URL(path, "http://p.example");
    expect(url.pathname).toBe("/store/CLK/products/1/actions/re%2Fpublish");
    expect(readProductPlace(url.searchParams).opener).toBe("detail");
  });

  test("an unknown tab or opener is none", () => {
    expect(readProductPlace(new URLSearchParams("tab=x&from=http://evil"))).toEqual({
      group: "",
      tab: undefined,
      opener: undefined,
    });
  });

  test("an open product or tab doesn't make another list", () => {
    const list = new URL(productsPath("CLK", some), "http://p.example");
    const detail = new URL(productPath("CLK", some, { id: "1", group: "G" }), "http://p.example");
    expect(productListKey(detail)).toBe(productListKey(list));
  });

  test("an export says which rows", () => {
    const url = new URL(productSheetPath("CLK", none, { all: true, variants: true }), "http://p.example");
    expect(readProductExport(url.searchParams)).toEqual({ all: true, variants: true });
    expect(readProductExport(new URLSearchParams("rows=some"))).toEqual({ all: false, variants: false });
  });
});
