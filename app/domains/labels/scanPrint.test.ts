import { describe, expect, test } from "vitest";
import type { LabelProductView } from "./model.ts";
import { labelOfScan } from "./scanPrint.ts";

const boot: LabelProductView = {
  key: "1~BLK",
  name: "Harbour Boot",
  brand: "",
  colour: "Black",
  levelCode: "1",
  clrCode: "BLK",
  season: "",
  occasion: "",
  department: "",
  sizing: "AU",
  price: { text: "59.95", from: "Clarks Web", book: "Clarks Web" },
  otherPrices: [],
  sizes: [
    { key: "a", size: "6", sku: "", barcode: "111" },
    { key: "b", size: "7", sku: "", barcode: "222" },
  ],
};
const priced = (text: string): LabelProductView => ({ ...boot, price: { text, from: "" } });

describe("a scan prints", () => {
  test("one label of the size that bears the code, at the product's own price", () => {
    expect(labelOfScan([boot], "222", { design: "Common" })).toEqual({
      job: {
        label: {
          design: "Common",
          name: "Harbour Boot",
          colour: "Black",
          sizeRange: "7 (AU)",
          barcode: "222",
          price: "59.95",
          copies: 1,
        },
        title: "Harbour Boot, Black, 7",
        priced: { barcode: "222", book: "Clarks Web", price: "59.95" },
      },
    });
    expect(labelOfScan([boot], "222", { design: "RBK" })).toMatchObject({
      job: { label: { sizeRange: "", barcode: "" } },
    });
  });

  test.each([
    ["a price of nothing", [priced("0.00")], "222", /\$0\.00/],
    ["no price", [priced("")], "222", /no price/],
    ["a product without the code", [boot], "333", /no size/],
    ["a code of two products", [boot, { ...boot, key: "2" }], "222", /2 products/],
  ])("nothing by itself: %s", (_what, products, barcode, ask) => {
    expect(labelOfScan(products, barcode, { design: "Common" })).toEqual({ ask: expect.stringMatching(ask) });
  });
});
