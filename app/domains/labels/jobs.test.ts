import { describe, expect, test } from "vitest";
import type { LabelDesign } from "./design.ts";
import {
  nothingAsked,
  type PrintChoice,
  type ProductEntry,
  previewLabels,
  printSets,
  sizeRangeOf,
  typedEntry,
  typedOver,
} from "./jobs.ts";
import type { LabelProductView } from "./model.ts";

const product: LabelProductView = {
  key: "STY~BLK",
  name: "Harbour Boot",
  brand: "Clarks",
  colour: "Black",
  levelCode: "STY",
  clrCode: "BLK",
  season: "",
  occasion: "",
  department: "",
  sizing: "AU Womens",
  price: { text: "59.95", from: "Clarks Web", book: "Clarks Web" },
  otherPrices: [],
  sizes: [
    { key: "a", size: "6", sku: "STY_BLK_6", barcode: "9312300010018" },
    { key: "b", size: "7", sku: "STY_BLK_7", barcode: "9312300010025" },
    { key: "c", size: "8", sku: "STY_BLK_8", barcode: "" },
  ],
};
const common = { barcode: "", gather: false, design: "Common" } as const;
const scanned = { ...common, barcode: "9312300010025" };
const entry = (quantities: Record<string, string> = {}, price?: string) => ({ quantities, price });

describe("Print Barcode", () => {
  test("prints one label for each size with a quantity, in as many copies", () => {
    const { jobs, missing } = printSets(product, entry({ a: "2", b: "30" }, "49.5"), common).barcode;
    expect(missing).toEqual([]);
    expect(jobs.map(({ label }) => [label.barcode, label.copies, label.price, label.sizeRange])).toEqual([
      ["9312300010018", 2, "49.50", "6 (AU Womens)"],
      ["9312300010025", 30, "49.50", "7 (AU Womens)"],
    ]);
    expect(jobs[0]).toMatchObject({
      title: "Harbour Boot, Black, 6",
      label: { design: "Common", name: "Harbour Boot", colour: "Black" },
    });
  });

  test("prints one of the size that was scanned, unless its quantity says otherwise", () => {
    const of = (quantities: Record<string, string>) =>
      printSets(product, entry(quantities), scanned).barcode.jobs.map(({ label }) => label.copies);
    expect(of({})).toEqual([1]);
    expect(of({ b: "5" })).toEqual([5]);
    expect(of({ a: "2" })).toEqual([2, 1]);
    expect(of({ b: "0" })).toEqual([]);
    expect(of({ b: "" })).toEqual([]);
  });

  test.each([
    ["no product", undefined, entry(), "Scan or choose a product."],
    ["no quantity", product, entry(), "Enter a quantity for a size."],
    ["0 alone", product, entry({ a: "0" }), "Enter a quantity for a size."],
    ["no price", product, entry({ a: "1" }, ""), "Enter a price."],
    ["a wrong price", product, entry({ a: "1" }, "5.955"), "Digits with up to two decimals."],
    ["a wrong quantity", product, entry({ a: "1", b: "x" }), "Quantity of size 7: Digits only."],
  ])("does not print with %s, and says why", (_, of, typed, reason) => {
    const { jobs, missing } = printSets(of, typed, common).barcode;
    expect(jobs).toEqual([]);
    expect(missing).toContain(reason);
  });

  test("gives a size without a barcode a label all the same", () => {
    const { jobs, missing } = printSets(product, entry({ c: "2" }), common).barcode;
    expect(missing).toEqual([]);
    expect(jobs).toMatchObject([{ label: { design: "Common", barcode: "", price: "59.95", copies: 2 } }]);
  });

  test("prints $0.00 only once a person says that it is meant", () => {
    for (const choice of [common, { ...common, design: "RBK" } as const]) {
      const asked = printSets(product, entry({ a: "1" }, "0"), choice);
      expect([asked.barcode, asked.design]).toEqual([
        { jobs: [], missing: [nothingAsked] },
        { jobs: [], missing: [nothingAsked] },
      ]);
      const meant = printSets(product, { ...entry({ a: "1" }, ".00"), free: true }, choice);
      expect(meant.barcode.jobs[0]?.label.price).toBe("0.00");
      expect(meant.design.jobs).toHaveLength(1);
    }
    const typed = { ...entry({}, "0"), free: true };
    expect(typedEntry(product, typed, common)).toMatchObject({ price: "0", free: true });
    expect(
      typedEntry(product, { ...typed, price: "5" }, common),
      "another price asks anew",
    ).not.toHaveProperty("free");
  });

  test("prints barcodes also where the price-only design is chosen", () => {
    const sets = printSets(product, entry({ a: "1" }), { ...common, design: "RBK" });
    expect(sets.barcode.jobs[0]?.label).toMatchObject({ design: "Common", barcode: "9312300010018" });
  });
});

describe("Print Design", () => {
  const priceOnly = { ...common, design: "RBK" } as const;

  test("of prices only is one label for the product, without size and barcode", () => {
    const { jobs, missing } = printSets(product, entry(), priceOnly).design;
    expect(missing).toEqual([]);
    expect(jobs).toEqual([
      {
        title: "Harbour Boot, Black",
        label: {
          design: "RBK",
          name: "Harbour Boot",
          colour: "Black",
          sizeRange: "",
          barcode: "",
          price: "59.95",
          copies: 1,
        },
        priced: { barcode: "9312300010018", book: "Clarks Web", price: "59.95" },
      },
    ]);
  });

  test("goes by the first size's code where it is the product's, whichever size was asked for", () => {
    const codes = (design: LabelDesign) =>
      printSets(product, entry({ b: "1" }, "49"), { ...scanned, design }).design.jobs.map(
        ({ priced }) => priced,
      );
    const book = { book: "Clarks Web", price: "59.95" };
    expect(codes("RBK")).toEqual([{ barcode: "9312300010018", ...book }]);
    expect(codes("Common")).toEqual([{ barcode: "9312300010025", ...book }]);
  });

  test("of prices only comes in as many copies as the quantities come to, 999 at most", () => {
    const copies = (quantities: Record<string, string>) =>
      printSets(product, entry(quantities), priceOnly).design.jobs.map(({ label }) => label.copies);
    expect(copies({ a: "2", b: "3", c: "1" })).toEqual([6]);
    expect(copies({ a: "999" })).toEqual([999]);
    expect(printSets(product, entry({ a: "999", b: "1" }), priceOnly).design).toEqual({
      jobs: [],
      missing: ["999 labels at most at a time."],
    });
  });

  test("is the barcode labels where that is the design", () => {
    const sets = printSets(product, entry({ a: "2" }), common);
    expect(sets.design).toEqual(sets.barcode);
  });

  test("does not print with a wrong price", () => {
    expect(printSets(product, entry({}, "x"), priceOnly).design.missing).toEqual([
      "Digits with up to two decimals.",
    ]);
  });
});

test("the size stands before the range that it belongs to", () => {
  expect(sizeRangeOf({ sizing: "AU Womens" }, { size: "7" })).toBe("7 (AU Womens)");
  expect(sizeRangeOf({ sizing: "" }, { size: "7" })).toBe("7");
  expect(sizeRangeOf({ sizing: "One size" }, { size: "One size" })).toBe("One size");
});

test("the preview shows the first label to be printed, else the scanned size, else the first", () => {
  const shown = (typed: ProductEntry, choice: PrintChoice) => previewLabels(product, typed, choice)[0]?.label;
  expect(shown(entry({ b: "1" }), common)?.barcode).toBe("9312300010025");
  expect(shown(entry({ b: "0" }), scanned)?.barcode).toBe("9312300010025");
  expect(shown(entry(), common)?.barcode).toBe("9312300010018");
  expect(shown(entry({}, "abc"), common)?.price).toBe("");
});

test("where the two buttons print different labels, the preview shows both", () => {
  const both = previewLabels(product, entry({ b: "1" }), { ...common, design: "RBK" });
  expect(both.map(({ label, printedBy }) => [printedBy, label.design, label.barcode])).toEqual([
    ["Print Design", "RBK", ""],
    ["Print Barcode", "Common", "9312300010025"],
  ]);
  expect(previewLabels(product, entry(), common).map(({ printedBy }) => printedBy)).toEqual([undefined]);
});

test("an entry keeps what was typed and nothing that stands there anyway", () => {
  const typed = typedEntry(product, entry({ a: "", b: "1", gone: "4" }, "59.95"), scanned);
  expect(typed).toEqual({ quantities: {}, price: undefined });
  const changed = typedEntry(product, entry({ a: "0", b: "" }, ""), scanned);
  expect(changed).toEqual({ quantities: { a: "0", b: "" }, price: "" });
  expect(typedEntry(product, entry({ b: "1" }), { ...scanned, gather: true }).quantities).toEqual({ b: "1" });
});

test.each([
  [undefined, undefined],
  ["59.95", undefined],
  ["59.950", undefined],
  ["60", "59.95"],
  ["5", "59.95"],
  ["", undefined],
])("a price typed as %j says that it was %j", (typed, was) =>
  expect(typedOver(entry({}, typed), product)).toBe(was),
);

test("a price typed where no book has one was nothing before", () =>
  expect(typedOver(entry({}, "60"), { ...product, price: { text: "", from: "No price" } })).toBeUndefined());
