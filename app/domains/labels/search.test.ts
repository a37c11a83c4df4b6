import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labelFilePath, labelsPath, outputHref } from "./paths.ts";
import {
  isSameLabelList,
  labelFilterSearch,
  readLabelSearch,
  refusedBarcode,
  startingState,
} from "./search.ts";

const read = (search: string) => readLabelSearch(`?${search}`);
const searchOf = (path: string) => path.slice(path.indexOf("?") + 1);

describe("the page's URL", () => {
  test("says nothing at the start", () => {
    expect(labelsPath("CLK")).toBe("/store/CLK/printlabel");
    expect(read("")).toEqual(startingState);
  });

  test("holds everything, and gives it back", () => {
    const state = {
      ...{ ...startingState, design: "RBK" as const, gather: true, open: { "STY~BLK": "1", "STY~RED": "1" } },
      ...{ page: 3, product: "STY~BLK", quantities: { k1: "2", k2: "x" }, price: "" },
      filter: { ...labelFilterSearch.every, barcode: "9312345678907", brand: "Clarks & Co", sizing: "AU" },
    };
    expect(read(searchOf(labelsPath("CLK", state)))).toEqual(state);
    expect(read(searchOf(outputHref(labelFilePath("CLK"), state, "batch")))).toEqual(state);
  });

  test("falls back where a value is bad", () => {
    expect(read("barcode=12a&page=0&design=Nice&gather=yes")).toEqual(startingState);
    expect(read("barcode=12345678901234").filter.barcode).toBe("");
    expect(read("barcode=09312345678907").filter.barcode, "of the piece").toBe("9312345678907");
    expect(read("page=1e3").page).toBe(1);
    expect(read(`n.${"k".repeat(80)}=1&n.=2`).quantities).toEqual({});
  });

  test("takes any text without throwing, and no longer than it may be", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        const state = readLabelSearch(pairs);
        expect(state.page).toBeGreaterThanOrEqual(1);
      }),
    );
    const long = read(`brand=${"b".repeat(5000)}&price=${"9".repeat(999)}&n.k=${"1".repeat(999)}`);
    expect(long.filter.brand).toHaveLength(200);
    expect(long.price).toHaveLength(100);
    expect(long.quantities.k).toHaveLength(100);
  });

  test("a code that is none is refused in words, not searched for", () => {
    const refused = (search: string) => refusedBarcode(`?${search}`);
    expect(refused("barcode=ABC-1")).toContain("digits only, 13 at most: 'ABC-1'");
    expect(refused("barcode=12345678901234")).toContain("12345678901234");
    for (const fine of ["barcode=", "barcode=123", ""]) expect(refused(fine)).toBeUndefined();
  });
});

test("only filter and page ask the server again", () => {
  const url = (search: string) => new URL(`https://portal.example/store/CLK/printlabel?${search}`);
  const isSame = (one: string, other: string) => isSameLabelList(url(one), url(other));
  const filters = Object.values(labelFilterSearch.names).map((name) => `${name}=1`);
  for (const search of [...filters, "page=2", "barcode=ABC"]) expect(isSame(search, ""), search).toBe(false);
  expect(isSame("n.k=2&price=3&design=RBK&gather=1&product=p", "")).toBe(true);
});
