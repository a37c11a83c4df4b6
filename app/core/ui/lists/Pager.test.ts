import { expect, test } from "vitest";
import { pageWindow } from "./Pager.tsx";

test("one page before the current one, four after it, the first and the last, gaps between [screens#page-selector]", () => {
  expect(pageWindow(12, 240)).toEqual([1, "gap", 11, 12, 13, 14, 15, 16, "gap", 240]);
  expect(pageWindow(1, 240)).toEqual([1, 2, 3, 4, 5, "gap", 240]);
  expect(pageWindow(240, 240)).toEqual([1, "gap", 239, 240]);
});

test("a gap of one page is that page", () => {
  expect(pageWindow(4, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(pageWindow(5, 11)).toEqual([1, "gap", 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("there is always page 1, whatever the totals say", () => {
  expect(pageWindow(1, 0)).toEqual([1]);
  expect(pageWindow(1, Number.NaN)).toEqual([1]);
  expect(pageWindow(-3, 2)).toEqual([1, 2]);
  expect(pageWindow(99, 3)).toEqual([1, 2, 3]);
});
