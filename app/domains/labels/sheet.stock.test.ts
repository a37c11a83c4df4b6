import { expect, test } from "vitest";
import {
  a4,
  placeOf,
  placesOn,
  readStart,
  type SheetLabel,
  stockNames,
  stockPages,
  stocks,
} from "./sheet.ts";

const label: SheetLabel = {
  ...{ key: "label-0", text: "", lines: [], path: "", copies: 3 },
};

test("labels of A4 stock lie where the makers have them, in the middle of the paper, none over another [labels#stock]", () => {
  for (const name of stockNames) {
    const stock = stocks[name];
    const first = placeOf(stock, 1);
    const last = placeOf(stock, placesOn(stock));
    expect(Math.min(first.x, first.y), name).toBeGreaterThanOrEqual(0);
    expect(last.x + stock.widthMm, name).toBeCloseTo(a4.widthMm - first.x, 1);
    expect(last.y + stock.heightMm, name).toBeCloseTo(a4.heightMm - first.y, 1);
    expect(stock.acrossMm, name).toBeGreaterThanOrEqual(stock.widthMm);
    expect(stock.downMm, name).toBeGreaterThanOrEqual(stock.heightMm);
  }
  expect(stockNames.map((name) => placesOn(stocks[name])).sort((one, other) => one - other)).toEqual([
    ...[14, 21, 24, 24, 40, 48, 65],
  ]);
  expect(placeOf(stocks["3x7"], 1)).toEqual({ x: 7.21, y: 15.15 });
  expect(placeOf(stocks["3x7"], 5)).toEqual({ x: 73.25, y: 53.25 });
  expect(placeOf(stocks["2x7"], 1)).toEqual({ x: 4.65, y: 15.15 });
  expect(placeOf(stocks["5x13"], 1)).toEqual({ x: 4.75, y: 10.7 });
});

test("stock is used on from the label that it starts at, over as many sheets as it takes [labels#stock]", () => {
  const used = stockPages([label], stocks["3x7"], 20).map(({ places }) =>
    places.flatMap(({ label: shown }, index) => (shown ? [index + 1] : [])),
  );
  expect(used).toEqual([[20, 21], [1]]);
  expect(stockPages([], stocks["3x7"], 20)).toEqual([]);
  expect(readStart(stocks["3x7"], 21)).toEqual({ start: 21 });
  expect(readStart(stocks["3x7"], undefined)).toEqual({ start: 1 });
  expect(readStart(stocks["3x7"], 22)).toEqual({ start: 1, problem: "This sheet has labels 1 to 21." });
});
