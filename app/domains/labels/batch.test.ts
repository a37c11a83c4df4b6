import { describe, expect, test } from "vitest";
import { asPriced, batchSet, refusedText, toBatchLines, typedBatch, withScanned } from "./batch.ts";
import type { LabelProductView } from "./model.ts";
import { mostBatchLines } from "./search.ts";

const product: LabelProductView = {
  key: "STY~BLK",
  name: "Harbour Boot",
  brand: "",
  colour: "Black",
  levelCode: "STY",
  clrCode: "BLK",
  season: "",
  occasion: "",
  department: "",
  sizing: "",
  price: { text: "59.95", from: "Clarks Web" },
  otherPrices: [],
  sizes: [
    { key: "a", size: "6", sku: "", barcode: "111" },
    { key: "b", size: "7", sku: "", barcode: "222" },
  ],
};
const products = { "111": product, "222": product, "333": undefined, "444": { unread: "Not read: slow" } };

describe("gathering", () => {
  test("the same barcode again adds one, and its line keeps its place", () => {
    let batch = withScanned([], [{ barcode: "111", count: 1 }]).batch;
    batch = withScanned(batch, [{ barcode: "222", count: 1 }]).batch;
    batch = withScanned(batch, [{ barcode: "111", count: 1 }]).batch;
    expect(batch).toEqual([
      { barcode: "111", quantity: "2" },
      { barcode: "222", quantity: "1" },
    ]);
  });

  test("a line that was sent begins again, and a batch that was sent whole makes room for another", () => {
    const sent = { barcode: "111", quantity: "4", isSent: true } as const;
    const batch = [sent, { barcode: "222", quantity: "1" }];
    expect(withScanned(batch, [{ barcode: "111", count: 1 }]).batch).toEqual([
      { barcode: "111", quantity: "1" },
      { barcode: "222", quantity: "1" },
    ]);
    expect(withScanned([sent], [{ barcode: "222", count: 1 }]).batch).toEqual([
      { barcode: "222", quantity: "1" },
    ]);
  });

  test("keeps a line's own price, and takes a new one", () => {
    const batch = [{ barcode: "111", quantity: "1", price: "5" }];
    expect(withScanned(batch, [{ barcode: "111", count: 2 }]).batch[0]).toMatchObject({
      quantity: "3",
      price: "5",
    });
    expect(withScanned(batch, [{ barcode: "111", count: 1, price: "6.00" }]).batch[0]?.price).toBe("6.00");
    const own = withScanned(batch, [{ barcode: "111", count: 1, price: undefined }]).batch;
    expect(own).toEqual([{ barcode: "111", quantity: "2" }]);
  });

  test("refuses one barcode too many and one label too many, and says which", () => {
    const full = Array.from({ length: mostBatchLines }, (_, index) => ({
      barcode: String(index),
      quantity: index === 0 ? "999" : "1",
    }));
    expect(withScanned(full, [{ barcode: "new", count: 1 }])).toEqual({ batch: full, refused: ["new"] });
    expect(withScanned(full, [{ barcode: "0", count: 1 }]).refused).toEqual(["0"]);
    expect(withScanned(full, [{ barcode: "5", count: 1 }]).refused).toEqual([]);
    expect(refusedText(full, "new")).toContain(`full with ${mostBatchLines} barcodes`);
    expect(refusedText(full, "0")).toContain("999 labels");
  });
});

describe("the lines", () => {
  test("stand newest first, and say what is wrong with each", () => {
    const lines = toBatchLines(
      [
        { barcode: "111", quantity: "2" },
        { barcode: "222", quantity: "", price: "4x" },
        { barcode: "333", quantity: "1" },
        { barcode: "444", quantity: "1" },
      ],
      products,
    );
    expect(lines.map(({ barcode }) => barcode)).toEqual(["444", "333", "222", "111"]);
    expect(lines[0]?.problem).toBe("Not read: slow");
    expect(lines[1]?.problem).toBe("No record found for this Barcode!");
    expect(lines[2]).toMatchObject({
      quantityProblem: "Enter a quantity.",
      priceProblem: expect.any(String),
    });
    expect(lines[3]).toMatchObject({ name: "Harbour Boot", detail: "Black, 6", price: "59.95" });
    expect(batchSet(lines, { design: "Common" }).jobs).toEqual([]);
    expect(batchSet(lines, { design: "Common" }).missing).toHaveLength(4);
  });

  test("print in the order of the scans", () => {
    const lines = toBatchLines(
      [
        { barcode: "222", quantity: "3" },
        { barcode: "111", quantity: "2", price: "5" },
      ],
      products,
    );
    const { jobs, missing } = batchSet(lines, { design: "Common" });
    expect(missing).toEqual([]);
    expect(jobs.map(({ label }) => [label.barcode, label.copies, label.price])).toEqual([
      ["222", 3, "59.95"],
      ["111", 2, "5.00"],
    ]);
  });

  test("print only what was not sent", () => {
    const lines = toBatchLines(
      [
        { barcode: "111", quantity: "2", isSent: true },
        { barcode: "222", quantity: "3" },
      ],
      products,
    );
    expect(batchSet(lines, { design: "Common" }).jobs).toMatchObject([
      { label: { barcode: "222", copies: 3 } },
    ]);
    expect(batchSet(lines.slice(1), { design: "Common" })).toEqual({
      jobs: [],
      missing: ["All of this batch was handed over."],
    });
  });

  test("take the price that was typed in their product's row, unless they have one of their own", () => {
    const batch = [
      { barcode: "111", quantity: "1" },
      { barcode: "222", quantity: "1", price: "5" },
    ];
    const rowPrices = { "STY~BLK": "40" };
    expect(toBatchLines(batch, products, rowPrices).map(({ price }) => price)).toEqual(["5", "40"]);
    const typed = [{ barcode: "111", quantity: "1", price: "40" }];
    expect(typedBatch(typed, products, rowPrices)[0]?.price).toBeUndefined();
    expect(
      typedBatch([{ ...typed[0], barcode: "111", quantity: "1", price: "59.95" }], products, rowPrices)[0]
        ?.price,
    ).toBe("59.95");
  });

  test("print $0.00 only where a person says that it is meant, for each of them", () => {
    const of = (...batch: Parameters<typeof toBatchLines>[0]) =>
      batchSet(toBatchLines(batch, products), { design: "Common" });
    const nothing = { barcode: "111", quantity: "1", price: "0" };
    const meant = { ...nothing, isFree: true } as const;
    expect(of(nothing)).toMatchObject({ jobs: [], missing: [expect.stringContaining("$0.00")] });
    expect(of(meant).jobs).toHaveLength(1);
    expect(of(meant, { ...nothing, barcode: "222" }).jobs).toEqual([]);
    expect(of(meant, { ...nothing, quantity: "0", barcode: "222" }).jobs).toHaveLength(1);
  });

  test("ask again where $0.00 was meant, another price was typed, and then $0.00", () => {
    const meant = { barcode: "111", quantity: "1", price: "0", isFree: true } as const;
    expect(typedBatch([meant], products)).toEqual([meant]);
    for (const price of ["5", "", "59.95"]) {
      expect(typedBatch([{ ...meant, price }], products)[0]).not.toHaveProperty("isFree");
      expect(asPriced({ ...meant, price }, price)).not.toHaveProperty("isFree");
    }
    expect(
      typedBatch([{ barcode: "111", quantity: "1", isFree: true }], products, { "STY~BLK": "0.00" }),
    ).toEqual([{ barcode: "111", quantity: "1", isFree: true }]);
    expect(typedBatch([{ barcode: "999", quantity: "1", isFree: true }], products)[0]).toHaveProperty(
      "isFree",
    );
  });

  test("with 0 stay, and print nothing", () => {
    const of = (...quantities: string[]) =>
      batchSet(
        toBatchLines(
          quantities.map((quantity, index) => ({ barcode: index === 0 ? "111" : "222", quantity })),
          products,
        ),
        { design: "Common" },
      );
    expect(of("0", "3").jobs.map(({ label }) => label.barcode)).toEqual(["222"]);
    expect(of("0")).toEqual({ jobs: [], missing: ["Enter a quantity for a line."] });
  });

  test("of price labels are one a product and price, in runs that a printer takes", () => {
    const lines = toBatchLines(
      [
        { barcode: "222", quantity: "999" },
        { barcode: "111", quantity: "2" },
      ],
      products,
    );
    const copies = batchSet(lines, { design: "RBK" }).jobs.map(({ label }) => [
      label.design,
      label.barcode,
      label.copies,
    ]);
    expect(copies).toEqual([
      ["RBK", "", 999],
      ["RBK", "", 2],
    ]);
  });

  test("an empty batch says so", () => {
    expect(batchSet([], { design: "Common" }).missing).toEqual(["Scan something into the batch."]);
  });

  test("a price that stands there anyway is left out of the URL", () => {
    const batch = [
      { barcode: "111", quantity: "1", price: "59.95" },
      { barcode: "222", quantity: "1", price: "50" },
      { barcode: "333", quantity: "1", price: "" },
    ];
    expect(typedBatch(batch, products).map(({ price }) => price)).toEqual([undefined, "50", ""]);
  });
});
