import { describe, expect, test } from "vitest";
import { actionPath } from "#app/domains/actions/model.ts";
import { openerSearch } from "#app/search/opener.ts";
import { isSameProductList, productPath, productSheetPath, productsPath } from "./paths.ts";
import type { ProductFilter } from "./search.ts";
import { productExport, productSearch, productView } from "./search.ts";

const read = (search: string) => productSearch.read(`?${search}`);
const none: ProductFilter = { code: "", title: "", invalid: false, page: 1 };
const some: ProductFilter = { code: "A&B", title: "sock <1>", invalid: true, page: 3 };

describe("the list's search", () => {
  test("what was written is read back", () => {
    const url = new URL(productsPath("CLK", some), "http://p.example");
    expect(url.pathname).toBe("/store/CLK/products");
    expect(productSearch.read(url)).toEqual(some);
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
    expect(productSearch.read(url)).toEqual(some);
    expect(productView.read(url)).toEqual({ group: "G 1", tab: "raw", change: "" });
  });

  test("a dialog knows what opened it", () => {
    const path = actionPath(
      productPath("CLK", none, { id: "1", group: "G", opener: "detail" }),
      "re/publish",
    );
    const url = new URL(path, "http://p.example");
    expect(url.pathname).toBe("/store/CLK/products/1/actions/re%2Fpublish");
    expect(openerSearch.read(url).opener).toBe("detail");
  });

  test("an unknown tab or opener is none", () => {
    expect(productView.read("?tab=x&from=http://evil")).toEqual({ group: "", tab: undefined, change: "" });
    expect(openerSearch.read("?tab=x&from=http://evil").opener).toBeUndefined();
  });

  test("an open product or tab doesn't make another list", () => {
    const list = new URL(productsPath("CLK", some), "http://p.example");
    const detail = new URL(productPath("CLK", some, { id: "1", group: "G" }), "http://p.example");
    expect(isSameProductList(detail, list)).toBe(true);
    expect(isSameProductList(detail, new URL(productsPath("CLK", none), list))).toBe(false);
    expect(isSameProductList(detail, new URL(productsPath("RBK", some), list))).toBe(false);
  });

  test("an export says which rows", () => {
    const url = new URL(
      productSheetPath("CLK", none, { all: true, these: false, variants: true }),
      "http://p.example",
    );
    expect(productExport.read(url)).toEqual({ all: true, these: false, variants: true });
    expect(productExport.read("?rows=some&screen=1")).toEqual({ all: false, these: true, variants: false });
  });
});
