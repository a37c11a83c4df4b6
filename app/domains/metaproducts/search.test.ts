import { expect, test } from "vitest";
import { actionPath } from "#app/confirm/model.ts";
import { openerSearch } from "#app/search/opener.ts";
import { isSameProductList, productPath, productSheetPath, productsPath } from "./paths.ts";
import { type ProductFilter, productExport, productSearch, productView } from "./search.ts";

const none: ProductFilter = { code: "", title: "", invalid: false, page: 1 };
const some: ProductFilter = { code: "A&B", title: "sock <1>", invalid: true, page: 3 };
const at = (path: string) => new URL(path, "http://p.example");

test("a product's address keeps the list's search and carries its group", () => {
  expect(productsPath("CLK", none)).toBe("/store/CLK/products");
  const url = at(productPath("CLK", some, { id: "a/b?c", group: "G 1", tab: "raw" }));
  expect(url.pathname).toBe("/store/CLK/products/a%2Fb%3Fc");
  expect(productSearch.read(url)).toEqual(some);
  expect(productView.read(url)).toEqual({ group: "G 1", tab: "raw", change: "" });
  const dialog = at(
    actionPath(productPath("CLK", none, { id: "1", group: "G", opener: "detail" }), "re/publish"),
  );
  expect(dialog.pathname).toBe("/store/CLK/products/1/actions/re%2Fpublish");
  expect(openerSearch.read(dialog).opener).toBe("detail");
  expect(openerSearch.read("?tab=x&from=http://evil").opener).toBeUndefined();
});

test("an open product or tab doesn't make another list", () => {
  const list = at(productsPath("CLK", some));
  const same = [
    at(productPath("CLK", some, { id: "1", group: "G" })),
    at(productsPath("CLK", none)),
    at(productsPath("RBK", some)),
  ].map((url) => isSameProductList(url, list));
  expect(same).toEqual([true, false, false]);
});

test("an export says which rows", () => {
  const url = at(productSheetPath("CLK", none, { all: true, these: false, variants: true }));
  expect(productExport.read(url)).toEqual({ all: true, these: false, variants: true });
  expect(productExport.read("?rows=some&screen=1")).toEqual({ all: false, these: true, variants: false });
});
