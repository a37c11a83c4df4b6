import { describe, expect, test } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { onEveryStore, twoProcesses } from "#tests/support/stores.ts";
import type { LabelJob } from "../jobs.ts";
import { isWrong, keyOf, type LastPrice, toLastPrices } from "./lastPrice.ts";
import { createLastPrices, maxInShard, storedDays } from "./lastPrices.server.ts";

const now = Date.UTC(2026, 10, 23);
const labelOf = (barcode: string | number, fields: Partial<LastPrice> = {}): LastPrice => ({
  ...{ barcode: String(barcode), design: "Common", title: "Harbour Boot, Black, 7", price: "59.95" },
  ...{ book: "Clarks Web", bookPrice: "59.95", at: now, by: "Lee Labels" },
  ...fields,
});

onEveryStore((open) => {
  const started = twoProcesses(open, (records) => createLastPrices(records, () => now));

  describe("the last labels of a store", () => {
    test("are there for every process, each once, and are their store's own", async () => {
      const [one, other] = started();
      await Promise.all([
        one.remember("own", [labelOf(1), labelOf(2)]),
        other.remember("own", [labelOf(2), labelOf(3)]),
        other.remember("next", [labelOf(4)]),
      ]);
      const found = await one.list("own");
      expect(found.map(({ barcode }) => barcode).sort()).toEqual(["1", "2", "3"]);
      expect(await other.list("next")).toEqual([labelOf(4)]);
      expect(await other.list("none")).toEqual([]);
    });

    test("are the newest of each barcode and design, however late an older one is told [labels#last-labels]", async () => {
      const [one] = started();
      await one.remember("newest", [labelOf(1, { price: "49.95", at: now - 1000 })]);
      await one.remember("newest", [labelOf(1, { price: "39.95", at: now - 2000 })]);
      await one.remember("newest", [labelOf(1, { design: "RBK", price: "29.95" })]);
      const found = await one.list("newest");
      expect(found.map((label) => [keyOf(label), label.price]).sort()).toEqual([
        ["Common 1", "49.95"],
        ["RBK 1", "29.95"],
      ]);
    });

    test("are not of the future, whatever a workstation's clock says, and not older than 400 days [labels#remembered]", async () => {
      const [one] = started();
      expect(storedDays).toBe(400);
      const tooOld = now - (storedDays * 24 * 3600_000 + 1);
      await one.remember("clock", [labelOf(1, { at: now + 3600_000 }), labelOf(2, { at: tooOld })]);
      expect(await one.list("clock")).toEqual([labelOf(1)]);
    });

    test("are as many as a store may have: the oldest go first [labels#remembered]", async () => {
      const [one] = started();
      expect(16 * maxInShard).toBe(8000);
      const total = 16 * maxInShard + 2000;
      const labels = Array.from({ length: total }, (_, index) => labelOf(index, { at: now - index }));
      await one.remember("many", labels);
      const found = await one.list("many");
      expect(found.length).toBeGreaterThan(total / 2);
      expect(found.length).toBeLessThanOrEqual(16 * maxInShard);
      const stored = new Set(found.map(({ barcode }) => barcode));
      expect(labels.slice(0, 1000).every(({ barcode }) => stored.has(barcode))).toBe(true);
      expect(stored.has(String(total - 1))).toBe(false);
    });
  });
});

describe("what is remembered of a label [labels#last-labels]", () => {
  const job = ({ price = "59.95", ...priced }: Partial<NonNullable<LabelJob["priced"]>> = {}): LabelJob => ({
    label: { ...bootLabel, barcode: "12", price: "59.95" },
    title: "Harbour Boot, Black, 7",
    priced: { barcode: "12", book: "Clarks Web", price, ...priced },
  });

  test("is its price, and what the price book said when it was made", () => {
    const [one] = toLastPrices([job({ price: "69.95" })], { at: now, by: "Lee Labels" });
    expect(one).toEqual(labelOf(12, { bookPrice: "69.95" }));
  });

  test("is nothing where it has no price, no barcode that can be scanned, or no product", () => {
    const plain = job();
    const { priced: _, ...test } = plain;
    const unpriced = { ...plain, label: { ...plain.label, price: "" } };
    const jobs = [unpriced, job({ barcode: "" }), job({ barcode: "ABC-1" }), test];
    expect(toLastPrices(jobs, { at: now, by: "" })).toEqual([]);
  });
});

test("a label is wrong where another price would be printed now; a typed one stands while its book's does [labels#wrong]", () => {
  const printed = { price: "59.95", bookPrice: "59.95" };
  const typed = { price: "49.95", bookPrice: "59.95" };
  const unpriced = { price: "59.95", bookPrice: "" };
  const cases = [
    ["the price is as printed", printed, "59.95", false],
    ["the price has changed", printed, "69.95", true],
    ["a typed price stands while the book's does", typed, "59.95", false],
    ["the book has followed the typed price", typed, "49.95", false],
    ["the book has changed since a price was typed", typed, "69.95", true],
    ["no book has a price any more", printed, "", true],
    ["no book had one, or has one", unpriced, "", false],
    ["a book has one now", unpriced, "69.95", true],
  ] as const;
  const wrong = cases.filter(([, label, priceNow, isSo]) => isWrong(label, priceNow) !== isSo);
  expect(wrong).toEqual([]);
});
