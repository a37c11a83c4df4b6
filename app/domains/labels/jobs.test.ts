import { describe, expect, test } from "vitest";
import { bootView as product } from "#tests/support/labels.ts";
import {
  type LabelChoice,
  labelOfScan,
  nothingAsked,
  previewLabels,
  printSets,
  sizeRangeOf,
  typedOver,
} from "./jobs.ts";
import { startingState } from "./search.ts";
import { repriced } from "./stations/queue.ts";

const [six, seven] = ["9312300010018", "9312300010025"];
const common: LabelChoice = { ...startingState, design: "Common" };
const priceOnly: LabelChoice = { ...common, design: "RBK" };
const scanned = { ...common, filter: { ...common.filter, barcode: seven } };
const entry = (quantities: Record<string, string> = {}, price?: string) => ({ quantities, price });

describe("Print Barcode", () => {
  test("prints one label for each size with a quantity, in as many copies [labels#common, labels#copies]", () => {
    const { jobs, missing } = printSets(product, {
      ...common,
      ...entry({ a: "2", b: "30" }, "49.5"),
    }).barcode;
    expect(missing).toEqual([]);
    expect(jobs.map(({ label }) => [label.barcode, label.copies, label.price, label.sizeRange])).toEqual([
      [six, 2, "49.50", "6 (AU Womens)"],
      [seven, 30, "49.50", "7 (AU Womens)"],
    ]);
    const label = { design: "Common", name: "Harbour Boot", colour: "Black" };
    expect(jobs[0]).toMatchObject({ title: "Harbour Boot, Black, 6", label });
    const price = printSets(product, { ...priceOnly, ...entry({ a: "1" }) }).barcode.jobs[0]?.label;
    expect([price?.design, price?.barcode], "also where prices only are chosen").toEqual(["Common", six]);
  });

  test("prints one of the size that was scanned, unless its quantity says otherwise", () => {
    const of = (quantities: Record<string, string>) =>
      printSets(product, { ...scanned, ...entry(quantities) }).barcode.jobs.map(({ label }) => label.copies);
    const typed: Record<string, string>[] = [{}, { b: "5" }, { a: "2" }, { b: "0" }, { b: "" }];
    expect(typed.map(of)).toEqual([[1], [5], [2, 1], [], []]);
  });

  test("prints nothing without a product, a quantity and a price, and says why [labels#quantity, labels#price-entry]", () => {
    const cases: [ReturnType<typeof entry>, string][] = [
      [entry(), "Enter a quantity for a size."],
      [entry({ a: "0" }), "Enter a quantity for a size."],
      [entry({ a: "1" }, ""), "Enter a price."],
      [entry({ a: "1" }, "5.955"), "Digits with up to two decimals."],
      [entry({ a: "1", b: "x" }), "Quantity of size 7: Digits only."],
    ];
    for (const [typed, why] of cases) {
      const { jobs, missing } = printSets(product, { ...common, ...typed }).barcode;
      expect([jobs, missing]).toEqual([[], expect.arrayContaining([why])]);
    }
    const nothing = { jobs: [], missing: ["Scan or choose a product."] };
    expect(printSets(undefined, { ...common, ...entry() }).barcode).toEqual(nothing);
  });

  test("gives a size without a barcode a label with its name and price [labels#no-barcode]", () => {
    const { jobs, missing } = printSets(product, { ...common, ...entry({ c: "2" }) }).barcode;
    expect(missing).toEqual([]);
    expect(jobs).toMatchObject([{ label: { design: "Common", barcode: "", price: "59.95", copies: 2 } }]);
  });
});

describe("Print Design", () => {
  test("of prices only is one label for the product, without size and barcode, in as many copies as are wanted [labels#price-only]", () => {
    const design = (quantities: Record<string, string>) =>
      printSets(product, { ...priceOnly, ...entry(quantities) }).design;
    const label = { design: "RBK", name: "Harbour Boot", colour: "Black", sizeRange: "", barcode: "" };
    const priced = { barcode: six, book: "Clarks Web", price: "59.95" };
    const job = { title: "Harbour Boot, Black", label: { ...label, price: "59.95", copies: 1 }, priced };
    expect(design({})).toEqual({ missing: [], jobs: [job] });
    const copies = (quantities: Record<string, string>) =>
      design(quantities).jobs.map(({ label }) => label.copies);
    expect(copies({ a: "2", b: "3", c: "1" })).toEqual([6]);
    expect(copies({ a: "999" })).toEqual([999]);
    expect(design({ a: "999", b: "1" })).toEqual({ jobs: [], missing: ["999 labels at most at a time."] });
    expect(printSets(product, { ...priceOnly, ...entry({}, "x") }).design.missing).toEqual([
      "Digits with up to two decimals.",
    ]);
  });

  test("is the barcode labels where that is the design, each by its own size's code", () => {
    const sets = printSets(product, { ...scanned, ...entry({ b: "2" }, "49") });
    expect(sets.design).toEqual(sets.barcode);
    expect(sets.design.jobs.map(({ priced }) => priced)).toEqual([
      { barcode: seven, book: "Clarks Web", price: "59.95" },
    ]);
  });
});

test("$0.00 is printed only once a person says that it is meant [labels#nothing]", () => {
  for (const choice of [common, priceOnly]) {
    const sets = printSets(product, { ...choice, ...entry({ a: "1" }, "0") });
    const refused = { jobs: [], missing: [nothingAsked] };
    expect([sets.barcode, sets.design]).toEqual([refused, refused]);
    const meant = printSets(product, { ...choice, ...entry({ a: "1" }, ".00"), free: true });
    expect(meant.barcode.jobs[0]?.label.price).toBe("0.00");
    expect(meant.design.jobs).toHaveLength(1);
  }
});

test("the size stands before the range that it belongs to", () => {
  expect(sizeRangeOf({ sizing: "AU Womens" }, { size: "7" })).toBe("7 (AU Womens)");
  expect(sizeRangeOf({ sizing: "" }, { size: "7" })).toBe("7");
  expect(sizeRangeOf({ sizing: "One size" }, { size: "One size" })).toBe("One size");
});

test("the preview shows the first label to be printed, else the scanned size, else the first; of two buttons, both", () => {
  const shown = (typed: ReturnType<typeof entry>, choice: LabelChoice) =>
    previewLabels(product, { ...choice, ...typed })[0]?.label;
  expect(shown(entry({ b: "1" }), common)?.barcode).toBe(seven);
  expect(shown(entry({ b: "0" }), scanned)?.barcode).toBe(seven);
  expect(shown(entry(), common)?.barcode).toBe(six);
  expect(shown(entry({}, "abc"), common)?.price).toBe("");
  const both = previewLabels(product, { ...priceOnly, ...entry({ b: "1" }) });
  expect(both.map(({ label, printedBy }) => [printedBy, label.design, label.barcode])).toEqual([
    ["Print Design", "RBK", ""],
    ["Print Barcode", "Common", seven],
  ]);
  expect(previewLabels(product, { ...common, ...entry() }).map(({ printedBy }) => printedBy)).toEqual([
    undefined,
  ]);
});

test("a price that was typed over says what it was [labels#typed-price]", () => {
  const was = (price: string | undefined, of = product) => typedOver(entry({}, price), of);
  expect([undefined, "59.95", "59.950", "60", "5", ""].map((price) => was(price))).toEqual([
    ...[undefined, undefined, undefined, "59.95", "59.95", undefined],
  ]);
  expect(was("60", { ...product, price: { text: "", from: "No price" } })).toBeUndefined();
});

test("a label printed again has the price of now, unless a person typed it; what has changed is told [labels#true-price]", () => {
  const otherPrices = [{ book: "RRP", text: "99.95" }];
  const sale = { ...product, otherPrices };
  const [job] = printSets(sale, { ...common, ...entry({ a: "1" }), was: "RRP" }).barcode.jobs;
  if (!job) throw new Error("A product in stock has a label");
  const now = (text: string, rrp = "99.95") => ({
    ...{ price: { ...product.price, text }, otherPrices: [{ book: "RRP", text: rrp }] },
  });
  expect(repriced(job, now("59.95"))).toEqual({ job });
  expect(repriced(job, now("49.00"))).toMatchObject({
    job: { label: { price: "49.00", was: "99.95" }, priced: { price: "49.00" } },
    change: "Harbour Boot, Black, 6: $59.95 → $49.00",
  });
  expect(repriced(job, now("59.95", "59.00")), "a former price that is none").toMatchObject({
    job: { label: { price: "59.95", was: undefined } },
    change: expect.stringContaining("$99.95"),
  });
  for (const gone of [undefined, now("")]) expect(repriced(job, gone)).not.toHaveProperty("job");
  const [typed] = printSets(sale, { ...common, ...entry({ a: "1" }, "20") }).barcode.jobs;
  for (const one of [typed, { ...job, priced: undefined }])
    expect(one && repriced(one, now("49.00")).job).toBe(one);
});

test("a scan prints one label of the size that bears the code, at the product's own price", () => {
  const words = { design: "Common", name: "Harbour Boot", colour: "Black", sizeRange: "7 (AU Womens)" };
  const label = { ...words, barcode: seven, price: "59.95", copies: 1 };
  const priced = { barcode: seven, book: "Clarks Web", price: "59.95" };
  const job = { label, title: "Harbour Boot, Black, 7", priced };
  expect(labelOfScan([product], scanned)).toEqual({ job });
  const priceOnly = { job: { label: { sizeRange: "", barcode: "" } } };
  expect(labelOfScan([product], { ...scanned, design: "RBK" })).toMatchObject(priceOnly);
});

test("a person is asked where nothing may be printed without them [labels#scan-and-print, labels#nothing]", () => {
  const priced = (text: string) => ({ ...product, price: { text, from: "" } });
  const print = (products: (typeof product)[], barcode = seven) =>
    labelOfScan(products, { ...common, filter: { ...common.filter, barcode } });
  expect(print([priced("0.00")])).toEqual({ ask: expect.stringMatching(/\$0\.00/) });
  expect(print([priced("")])).toEqual({ ask: expect.stringMatching(/no price/) });
  expect(print([product], "333")).toEqual({ ask: expect.stringMatching(/no size/) });
  expect(print([product, { ...product, key: "2" }])).toEqual({ ask: expect.stringMatching(/2 products/) });
});
