import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labelAddPath, labelFileHref, labelScanPath, labelsPath } from "./paths.ts";
import {
  isSameLabelList,
  labelFilterSearch,
  maxBatchLines,
  readLabelSearch,
  refusedBarcode,
  refusedRows,
  shownState,
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
    const batch = [
      { barcode: "111", quantity: "2" },
      { barcode: "222", quantity: "", price: "9.9" },
      { barcode: "444", quantity: "3", isSent: true as const },
    ];
    const kept = { design: "RBK" as const, gather: true, batch, open: ["STY~BLK", "STY~RED"] };
    const state = {
      ...{ ...startingState, ...kept, rowPrices: { "STY~BLK": "40" }, page: 3, product: "STY~BLK" },
      filter: { ...labelFilterSearch.every, barcode: "9312345678907", brand: "Clarks & Co", sizing: "AU" },
      ...{ quantities: { k1: "2", k2: "x" }, price: "" },
    };
    expect(read(searchOf(labelsPath("CLK", state)))).toEqual(state);
    expect(read(searchOf(labelAddPath("CLK", state)))).toEqual({ ...state, add: true });
    expect(read(searchOf(labelFileHref("CLK", state, "batch")))).toEqual(state);
    const scanned = { ...startingState, ...kept, rowPrices: state.rowPrices, scan: "333" };
    expect(read(searchOf(labelScanPath("CLK", state, "333")))).toEqual(scanned);
  });

  test("takes a form's lines, newest first, in the order in which they were scanned", () => {
    const scanned = [
      { barcode: "111", quantity: "2" },
      { barcode: "222", quantity: "1", price: "9.90" },
    ];
    expect(read("newest=1&b.222=1&bp.222=9.90&b.111=2").batch).toEqual(scanned);
    expect(read("b.111=2&b.222=1&bp.222=9.90").batch).toEqual(scanned);
  });

  test("takes the entries of open rows: a quantity is a line of the batch, an empty one takes it away", () => {
    expect(read("b.111=2&b.222=1&bp.222=9&s.333=1&q.111=&q.222=4&q.333=&q.444=5").batch).toEqual([
      { barcode: "222", quantity: "4", price: "9" },
      { barcode: "333", quantity: "1", isSent: true },
      { barcode: "444", quantity: "5" },
    ]);
    // One form sends the batch's own fields and the rows' fields: input in either counts, whichever comes first.
    expect(read("newest=1&q.111=4&qs.111=2&q.444=5&q.222=1&qs.222=1&b.222=7&b.111=2").batch).toEqual([
      { barcode: "111", quantity: "4" },
      { barcode: "222", quantity: "7" },
      { barcode: "444", quantity: "5" },
    ]);
    expect(read("b.333=1&bp.333=0&bf.333=1&bf.444=1").batch).toEqual([
      { barcode: "333", quantity: "1", price: "0", isFree: true },
    ]);
    expect(read("s.333=1&q.333=2").batch).toEqual([{ barcode: "333", quantity: "2" }]);
    const full = Array.from({ length: maxBatchLines }, (_, index) => `b.${index + 1}=1`).join("&");
    expect(refusedRows(`?${full}&q.1=5&q.777=2&q.888=`)).toEqual(["777"]);
  });

  test("falls back where a value is bad", () => {
    expect(read("barcode=12a&page=0&design=Nice&gather=yes&scan=x&add=2")).toEqual(startingState);
    expect(read("barcode=12345678901234").filter.barcode).toBe("");
    expect(read("page=1e3").page).toBe(1);
    expect(read("b.12x=1&b.12345678901234=1").batch).toEqual([]);
    expect(read(`n.${"k".repeat(80)}=1&n.=2`).quantities).toEqual({});
  });

  test("takes any text without throwing, and no longer than it may be", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        const state = readLabelSearch(pairs);
        expect(state.page).toBeGreaterThanOrEqual(1);
        expect(state.batch.length).toBeLessThanOrEqual(maxBatchLines);
      }),
    );
    const long = read(`brand=${"b".repeat(5000)}&price=${"9".repeat(99)}&n.k=${"1".repeat(99)}`);
    expect(long.filter.brand).toHaveLength(200);
    expect(long.price).toHaveLength(20);
    expect(long.quantities.k).toHaveLength(20);
  });

  test("a full batch stays shorter than what a proxy takes", () => {
    const batch = Array.from({ length: maxBatchLines + 20 }, (_, index) => ({
      barcode: String(9_300_000_000_000 + index),
      quantity: "999",
      price: "1234.56",
    }));
    const path = labelsPath("CLK", { batch });
    expect(read(searchOf(path)).batch).toHaveLength(maxBatchLines);
    expect(labelsPath("CLK", { batch: batch.slice(0, maxBatchLines) }).length).toBeLessThan(6000);
  });

  test("a code that is none is refused in words, not searched for", () => {
    const refused = (search: string) => refusedBarcode(`?${search}`);
    expect(refused("barcode=ABC-1")).toContain("digits only, 13 at most: 'ABC-1'");
    expect(refused("scan=12345678901234")).toContain("12345678901234");
    for (const fine of ["barcode=", "barcode=123", ""]) expect(refused(fine)).toBeUndefined();
  });

  test("a scan shows its own product, whatever was filtered", () => {
    const state = shownState(read("scan=123&brand=x&page=2&product=p&gather=1"));
    expect(state.filter).toEqual({ ...labelFilterSearch.every, barcode: "123" });
    expect([state.page, state.product, state.scan, state.gather]).toEqual([1, "", "", true]);
  });
});

test("only filter, page, scan and the batch's barcodes ask the server again", () => {
  const url = (search: string) => new URL(`https://portal.example/store/CLK/printlabel?${search}`);
  const isSame = (one: string, other: string) => isSameLabelList(url(one), url(other));
  const filters = Object.values(labelFilterSearch.names).map((name) => `${name}=1`);
  for (const search of [...filters, "page=2", "scan=1", "scan=ABC", "add=1", "b.1=1"])
    expect(isSame(search, ""), search).toBe(false);
  expect(isSame("b.1=1", "b.1=5&bp.1=3")).toBe(true);
  expect(isSame("b.1=1&b.2=1", "b.2=1&b.1=1")).toBe(true);
  expect(isSame("n.k=2&price=3&design=RBK&gather=1&product=p", "")).toBe(true);
});
