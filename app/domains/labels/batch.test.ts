import { describe, expect, test } from "vitest";
import { bootView as product } from "#tests/support/labels.ts";
import {
  asPriced,
  asSent,
  batchSet,
  lineNotices,
  refusedText,
  toBatchLines,
  typedBatch,
  withScanned,
} from "./batch.ts";
import { atPrices, barcodesToRead, priceChanges } from "./repriced.ts";
import { type BatchEntry, maxBatchLines } from "./search.ts";

const [six, seven] = ["9312300010018", "9312300010025"];
const products = { [six]: product, [seven]: product, "333": undefined, "444": { unread: "Not read: slow" } };
const line = (barcode: string, quantity = "1", more: Partial<BatchEntry> = {}): BatchEntry => {
  return { barcode, quantity, ...more };
};
const printed = (batch: BatchEntry[], design: "Common" | "RBK" = "Common") =>
  batchSet(toBatchLines(batch, products), { design });

describe("gathering", () => {
  const scan = (batch: BatchEntry[], barcode: string, more: { count?: number; price?: string } = {}) =>
    withScanned(batch, [{ barcode, count: 1, ...more }]);

  test("the same barcode again adds one, and its line keeps its place [labels#batch]", () => {
    const batch = [six, seven, six].reduce<BatchEntry[]>((before, code) => scan(before, code).batch, []);
    expect(batch).toEqual([line(six, "2"), line(seven)]);
  });

  test("a line that was sent begins again, and a batch that was sent whole makes room for another [labels#sent-lines]", () => {
    const sent = line(six, "4", { isSent: true });
    expect(scan([sent, line(seven)], six).batch).toEqual([line(six), line(seven)]);
    expect(scan([sent], seven).batch).toEqual([line(seven)]);
  });

  test("keeps a line's own price, and takes a new one", () => {
    const batch = [line(six, "1", { price: "5" })];
    expect(scan(batch, six, { count: 2 }).batch).toEqual([line(six, "3", { price: "5" })]);
    expect(scan(batch, six, { price: "6.00" }).batch[0]?.price).toBe("6.00");
    const unpriced = withScanned(batch, [{ barcode: six, count: 1, price: undefined }]);
    expect(unpriced.batch).toEqual([line(six, "2")]);
  });

  test("refuses one barcode too many and one label too many, and says which [labels#batch]", () => {
    const full = Array.from({ length: 100 }, (_, index) => line(String(index), index === 0 ? "999" : "1"));
    expect(maxBatchLines).toBe(100);
    expect(scan(full, "new")).toEqual({ batch: full, refused: ["new"] });
    expect(scan(full, "0").refused).toEqual(["0"]);
    expect(scan(full, "5").refused).toEqual([]);
    expect(refusedText(full, "new")).toContain("full with 100 barcodes");
    expect(refusedText(full, "0")).toContain("999 labels");
  });
});

describe("the lines", () => {
  test("stand newest first, say what is wrong with each, and keep none of the others from its label [labels#batch]", () => {
    const batch = [line(six, "2"), line(seven, "", { price: "4x" }), line("333"), line("444")];
    const lines = toBatchLines(batch, products);
    expect(lines).toMatchObject([
      { barcode: "444", problem: "Not read: slow" },
      { barcode: "333", problem: "No record found for this Barcode!" },
      { barcode: seven, quantityProblem: "Enter a quantity.", priceProblem: expect.any(String) },
      { barcode: six, name: "Harbour Boot", detail: "Black, 6", price: "59.95" },
    ]);
    const { jobs, missing } = printed(batch);
    expect(jobs.map(({ label }) => [label.barcode, label.copies])).toEqual([[six, 2]]);
    expect(missing).toHaveLength(4);
    expect(asSent(batch, lines).map(({ isSent = false }) => isSent)).toEqual([true, false, false, false]);
    expect(printed([]).missing).toEqual(["Scan something into the batch."]);
  });

  test("print in the order of the scans, 0 of none, and only what was not sent [labels#batch, labels#sent-lines]", () => {
    const found = (batch: BatchEntry[]) =>
      printed(batch).jobs.map(({ label }) => [label.barcode, label.copies, label.price]);
    expect(found([line(seven, "3"), line(six, "2", { price: "5" })])).toEqual([
      [seven, 3, "59.95"],
      [six, 2, "5.00"],
    ]);
    expect(found([line(six, "2", { isSent: true }), line(seven, "3")])).toEqual([[seven, 3, "59.95"]]);
    expect(found([line(six, "0"), line(seven, "3")])).toEqual([[seven, 3, "59.95"]]);
    expect(printed([line(six, "0")])).toEqual({ jobs: [], missing: ["Enter a quantity for a line."] });
    const sent = { jobs: [], missing: ["All of this batch was handed over."] };
    expect(printed([line(six, "2", { isSent: true })])).toEqual(sent);
  });

  test("take the price that was typed in their product's row, unless they have one of their own [labels#row-entries]", () => {
    const rowPrices = { [product.key]: "40" };
    const typed = (price: string) => typedBatch([line(six, "1", { price })], products, rowPrices)[0]?.price;
    const lines = toBatchLines([line(six), line(seven, "1", { price: "5" })], products, rowPrices);
    expect(lines.map(({ price }) => price)).toEqual(["5", "40"]);
    expect([typed("40"), typed("59.95")]).toEqual([undefined, "59.95"]);
  });

  test("print $0.00 only where a person says that it is meant, for each of them, and again after another price [labels#nothing]", () => {
    const nothing = line(six, "1", { price: "0" });
    const meant = line(six, "1", { price: "0", isFree: true });
    expect(printed([nothing])).toMatchObject({ jobs: [], missing: [expect.stringContaining("$0.00")] });
    expect(printed([meant]).jobs).toHaveLength(1);
    expect(printed([meant, { ...nothing, barcode: seven }]).jobs).toHaveLength(1);
    expect(printed([meant, line(seven, "0", { price: "0" })]).jobs).toHaveLength(1);

    expect(typedBatch([meant], products)).toEqual([meant]);
    for (const price of ["5", "", "59.95"]) {
      expect(typedBatch([{ ...meant, price }], products)[0]).not.toHaveProperty("isFree");
      expect(asPriced({ ...meant, price }, price)).not.toHaveProperty("isFree");
    }
    const free = line(six, "1", { isFree: true });
    expect(typedBatch([free], products, { [product.key]: "0.00" })).toEqual([free]);
    expect(typedBatch([line("999", "1", { isFree: true })], products)[0]).toHaveProperty("isFree");
  });

  test("of price labels are one a product and price, in runs that a printer takes [labels#price-only]", () => {
    const { jobs } = printed([line(seven, "999"), line(six, "2")], "RBK");
    expect(jobs.map(({ label }) => [label.design, label.barcode, label.copies])).toEqual([
      ["RBK", "", 999],
      ["RBK", "", 2],
    ]);
  });

  test("keep no price that stands there anyway", () => {
    const batch = ["59.95", "50", ""].map((price, at) => line([six, seven, "333"][at] ?? "", "1", { price }));
    expect(typedBatch(batch, products).map(({ price }) => price)).toEqual([undefined, "50", ""]);
  });
});

describe("the prices when a batch prints [labels#true-price]", () => {
  const batch = [line(six), line(seven, "1", { price: "20" })];
  const before = toBatchLines(batch, products);
  const at = (text: string) => {
    const prices = { [seven]: { price: { ...product.price, text }, otherPrices: [] } };
    return toBatchLines(batch, atPrices(products, prices, [seven]));
  };

  test("are read once for each product, and told where they have changed; a typed price stays", () => {
    expect(barcodesToRead(before)).toHaveLength(1);
    expect(priceChanges(before, at("59.95"))).toEqual([]);
    expect(at("49.00").map(({ price }) => price)).toEqual(["20", "49.00"]);
    expect(priceChanges(before, at("49.00"))).toEqual(["Harbour Boot, Black, 6: $59.95 → $49.00"]);
  });

  test("are told to be gone where the product is", () => {
    const gone = toBatchLines(batch, atPrices(products, {}, [seven]));
    expect(priceChanges(before, gone)).toHaveLength(2);
    expect(batchSet(gone, { design: "Common" }).jobs).toEqual([]);
  });
});

test("what of a line's label can't be printed as it is is told for each line", () => {
  const lines = toBatchLines([line(six), line("333")], products);
  expect(lineNotices(lines, { design: "Common" }, ({ name }) => [`${name} is cut`])).toEqual({
    [six]: ["Harbour Boot is cut"],
  });
});
