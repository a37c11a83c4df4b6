import { expect, test } from "vitest";
import { actionPath } from "#app/confirm/model.ts";
import { openerSearch } from "#app/search/opener.ts";
import {
  isSameProductList,
  type ProductFilter,
  productPath,
  productSearch,
  productsPath,
  productView,
} from "./paths.ts";

const none: ProductFilter = { code: "", title: "", invalid: false, page: 1 };
const some: ProductFilter = { code: "A&B", title: "sock <1>", invalid: true, page: 3 };
const at = (path: string) => new URL(path, "http://p.example");

test("a product's address keeps the list's search and carries its group", () => {
  expect(productsPath("CLK", none)).toBe("/store/CLK/products");
  const url = at(productPath("CLK", some, { id: "a/b?c", group: "G 1", tab: "raw" }));
  expect(url.pathname).toBe("/store/CLK/products/a%2Fb%3Fc");
  expect(productSearch.read(url)).toEqual(some);
  expect(productView.read(url)).toEqual({ group: "G 1", tab: "raw", change: "" });
  const opened = productPath("CLK", none, { id: "1", group: "G", opener: "detail" });
  const dialog = at(actionPath(opened, "re/publish"));
  expect(dialog.pathname).toBe("/store/CLK/products/1/actions/re%2Fpublish");
  expect(openerSearch.read(dialog).opener).toBe("detail");
  expect(openerSearch.read("?tab=x&from=http://evil").opener).toBeUndefined();
});

test("an open product or tab doesn't make another list", () => {
  const list = at(productsPath("CLK", some));
  const open = productPath("CLK", some, { id: "1", group: "G" });
  const paths = [open, productsPath("CLK", none), productsPath("RBK", some)];
  expect(paths.map((path) => isSameProductList(at(path), list))).toEqual([true, false, false]);
});
