import { expect, test } from "vitest";
import { bootView } from "#tests/support/labels.ts";
import { labelOfScan } from "./scanPrint.ts";

const code = "9312300010025";

test("a scan prints one label of the size that bears the code, at the product's own price", () => {
  const words = { design: "Common", name: "Harbour Boot", colour: "Black", sizeRange: "7 (AU Womens)" };
  const label = { ...words, barcode: code, price: "59.95", copies: 1 };
  const priced = { barcode: code, book: "Clarks Web", price: "59.95" };
  const job = { label, title: "Harbour Boot, Black, 7", priced };
  expect(labelOfScan([bootView], code, { design: "Common" })).toEqual({ job });
  const priceOnly = { job: { label: { sizeRange: "", barcode: "" } } };
  expect(labelOfScan([bootView], code, { design: "RBK" })).toMatchObject(priceOnly);
});

test("a person is asked where nothing may be printed without them [labels#scan-and-print, labels#nothing]", () => {
  const priced = (text: string) => ({ ...bootView, price: { text, from: "" } });
  const print = (products: (typeof bootView)[], barcode = code) =>
    labelOfScan(products, barcode, { design: "Common" });
  expect(print([priced("0.00")])).toEqual({ ask: expect.stringMatching(/\$0\.00/) });
  expect(print([priced("")])).toEqual({ ask: expect.stringMatching(/no price/) });
  expect(print([bootView], "333")).toEqual({ ask: expect.stringMatching(/no size/) });
  expect(print([bootView, { ...bootView, key: "2" }])).toEqual({ ask: expect.stringMatching(/2 products/) });
});
