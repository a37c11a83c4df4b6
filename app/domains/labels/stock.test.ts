import { describe, expect, test } from "vitest";
import type { SheetLabel } from "./sheet.ts";
import { a4, placeOf, placesOn, readStart, stockNames, stockPages, stocks } from "./stock.ts";

const label: SheetLabel = {
  key: "label-0",
  text: "",
  lines: [],
  price: { text: "$1.00", y: 1, size: 1, centred: false },
  copies: 3,
};

describe("stock of A4 labels", () => {
  test.each(stockNames)("%s lies on the paper, in the middle, and no label touches another", (name) => {
    const stock = stocks[name];
    const first = placeOf(stock, 1);
    const last = placeOf(stock, placesOn(stock));
    expect(first.x).toBeGreaterThanOrEqual(0);
    expect(first.y).toBeGreaterThanOrEqual(0);
    expect(last.x + stock.widthMm).toBeCloseTo(a4.widthMm - first.x, 1);
    expect(last.y + stock.heightMm).toBeCloseTo(a4.heightMm - first.y, 1);
    expect(stock.acrossMm).toBeGreaterThanOrEqual(stock.widthMm);
    expect(stock.downMm).toBeGreaterThanOrEqual(stock.heightMm);
  });

  test("has the labels where the makers have them", () => {
    expect(placeOf(stocks["3x7"], 1)).toEqual({ x: 7.21, y: 15.15 });
    expect(placeOf(stocks["3x7"], 5)).toEqual({ x: 73.25, y: 53.25 });
    expect(placeOf(stocks["2x7"], 1)).toEqual({ x: 4.65, y: 15.15 });
    expect(placeOf(stocks["5x13"], 1)).toEqual({ x: 4.75, y: 10.7 });
  });

  test("is used on from the label that it starts at, over as many sheets as it takes", () => {
    const pages = stockPages([label], stocks["3x7"], 20);
    const used = pages.map(({ places }) =>
      places.flatMap(({ label: shown }, index) => (shown ? [index + 1] : [])),
    );
    expect(used).toEqual([[20, 21], [1]]);
    expect(stockPages([], stocks["3x7"], 20)).toEqual([]);
  });

  test("says which labels it has", () => {
    expect(readStart(stocks["3x7"], 21)).toEqual({ start: 21 });
    expect(readStart(stocks["3x7"], undefined)).toEqual({ start: 1 });
    expect(readStart(stocks["3x7"], 22)).toEqual({ start: 1, problem: "This sheet has labels 1 to 21." });
  });
});
