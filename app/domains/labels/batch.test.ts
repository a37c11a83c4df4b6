import { describe, expect, test } from "vitest";
import { bootView as product } from "#tests/support/labels.ts";
import { batchSet, isSentBatch, priceChanges, toBatchLines, toBatchView } from "./batch.ts";
import type { Batch, BatchEntry } from "./batchRecord.ts";

const [six, seven] = ["9312300010018", "9312300010025"];
const line = (barcode: string, quantity = "1", more: Partial<BatchEntry> = {}): BatchEntry => {
  return { barcode, quantity, product, ...more };
};
const batchOf = (lines: BatchEntry[], rowPrices: Batch["rowPrices"] = {}): Batch => {
  return { revision: 1, lines, rowPrices };
};
const printed = (lines: BatchEntry[], design: "Common" | "RBK" = "Common") =>
  batchSet(toBatchLines(batchOf(lines)), { design });

describe("the lines", () => {
  test("stand newest first, say what is wrong with each, and keep none of the others from its label [labels#batch]", () => {
    const batch = [
      line(six, "2"),
      line(seven, "", { price: "4x" }),
      line("333", "1", { product: undefined }),
      line("444", "1", { product: { unread: "Not read: slow" } }),
    ];
    expect(toBatchLines(batchOf(batch))).toMatchObject([
      { barcode: "444", problem: "Not read: slow" },
      { barcode: "333", problem: "No record found for this Barcode!" },
      { barcode: seven, quantityProblem: "Enter a quantity.", priceProblem: expect.any(String) },
      { barcode: six, name: "Harbour Boot", detail: "Black, 6", price: "59.95" },
    ]);
    const { jobs, missing } = printed(batch);
    expect(jobs.map(({ label }) => [label.barcode, label.copies])).toEqual([[six, 2]]);
    expect(missing).toHaveLength(4);
    expect(printed([]).missing).toEqual(["Scan something into the batch."]);
  });

  test("print in the order of the scans, 0 of none, and only what was not handed over [labels#batch, labels#sent-lines]", () => {
    const found = (batch: BatchEntry[]) =>
      printed(batch).jobs.map(({ label }) => [label.barcode, label.copies, label.price]);
    expect(found([line(seven, "3"), line(six, "2", { price: "5" })])).toEqual([
      [seven, 3, "59.95"],
      [six, 2, "5.00"],
    ]);
    expect(found([line(six, "2", { isSent: true }), line(seven, "3")])).toEqual([[seven, 3, "59.95"]]);
    expect(found([line(six, "2", { handed: "page" }), line(seven, "3")])).toEqual([[seven, 3, "59.95"]]);
    expect(found([line(six, "0"), line(seven, "3")])).toEqual([[seven, 3, "59.95"]]);
    expect(printed([line(six, "0")])).toEqual({ jobs: [], missing: ["Enter a quantity for a line."] });
    const sent = { jobs: [], missing: ["All of this batch was handed over."] };
    expect(printed([line(six, "2", { isSent: true })])).toEqual(sent);
    expect(
      [{ isSent: true }, { handed: "page" }].map((state) => isSentBatch(batchOf([line(six, "1", state)]))),
    ).toEqual([true, false]);
  });

  test("take the price that was typed in their product's row, unless they have one of their own [labels#row-entries]", () => {
    const lines = toBatchLines(
      batchOf([line(six), line(seven, "1", { price: "5" })], { [product.key]: "40" }),
    );
    expect(lines.map(({ price }) => price)).toEqual(["5", "40"]);
  });

  test("print $0.00 only where a person says that it is meant, for each of them [labels#nothing]", () => {
    const nothing = line(six, "1", { price: "0" });
    const meant = { ...nothing, isFree: true };
    expect(printed([nothing])).toMatchObject({ jobs: [], missing: [expect.stringContaining("$0.00")] });
    expect(printed([meant]).jobs).toHaveLength(1);
    expect(printed([meant, { ...nothing, barcode: seven }]).jobs).toHaveLength(1);
    expect(printed([meant, line(seven, "0", { price: "0" })]).jobs).toHaveLength(1);
  });

  test("of price labels are one a product and price, in runs that a printer takes [labels#price-only]", () => {
    const { jobs } = printed([line(seven, "999"), line(six, "2")], "RBK");
    expect(jobs.map(({ label }) => [label.design, label.barcode, label.copies])).toEqual([
      ["RBK", "", 999],
      ["RBK", "", 2],
    ]);
  });
});

test("what has changed in the prices is told for each line; a typed price stays [labels#true-price]", () => {
  const at = (now: BatchEntry["product"]) =>
    toBatchLines(
      batchOf([line(six, "1", { product: now }), line(seven, "1", { price: "20", product: now })]),
    );
  expect(priceChanges(at(product), at(product), "")).toEqual([]);
  expect(
    priceChanges(at(product), at({ ...product, price: { ...product.price, text: "49.00" } }), ""),
  ).toEqual(["Harbour Boot, Black, 6: $59.95 → $49.00"]);
  expect(priceChanges(at(product), at(undefined), ""), "the product is gone").toHaveLength(2);
  const book = (text: string) => ({ ...product, otherPrices: [{ book: "RRP", text }] });
  expect(priceChanges(at(book("99.95")), at(book("50.00")), "RRP"), "a former price").toEqual([
    "Harbour Boot, Black, 7: was $99.95 → was $50.00",
    "Harbour Boot, Black, 6: was $99.95 → no former price",
  ]);
});

test("a page gets the newest lines as it shows them, with what can't be printed as it is, and the counts of all [labels#batch]", () => {
  const codes = Array.from({ length: 120 }, (_, index) =>
    line(String(1000 + index), "2", { isSent: index < 10 }),
  );
  const look = { design: "Common" as const, queue: [], noticesOf: () => ["Its name is cut"], isWhole: false };
  const view = toBatchView(
    batchOf([...codes, line("333", "1", { product: undefined }), line(six, "3", { price: "5" })]),
    look,
  );
  expect(view.lines).toHaveLength(100);
  expect(view.lines[0]).toMatchObject({
    details: `Black, 6 · ${six} · typed over $59.95`,
    notices: ["Its name is cut"],
  });
  expect(view.lines[1]).toMatchObject({ problem: "No record found for this Barcode!", notices: [] });
  expect(view).toMatchObject({
    count: 122,
    toPrint: { labels: 224, barcodes: 112 },
    handedOver: 20,
    isSent: false,
  });
  expect(view.quantities[six]).toBe("3");
  expect(toBatchView(batchOf(codes), { ...look, isWhole: true }).lines).toHaveLength(120);
});
