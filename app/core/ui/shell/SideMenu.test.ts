import { expect, test } from "vitest";
import { currentEntry } from "./SideMenu.tsx";

test("the side menu marks the longest entry above the page", () => {
  const menu = ["/store/", "/store/CLK", "/products/"].map((href) => ({ href, label: href }));
  expect(currentEntry(menu, "/store/clk/products/12")).toBe("/store/CLK");
  expect(currentEntry(menu, "/store")).toBe("/store/");
  expect(currentEntry(menu, "/productsandmore")).toBeUndefined();
});
