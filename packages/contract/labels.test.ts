import { expect, test } from "vitest";
import { getAllProducts, labelProduct } from "./labels.ts";
import { priceBookOf } from "./priceBooks.ts";

test("a product is read under its documented names, and everything else is preserved", () => {
  const sent = {
    LevelCode: "20200001",
    ClrCode: "BLK",
    ProductAttributes: { styleName: "Runner", brandLabel: "Reebok", material: "Knit" },
    ClrAttributes: { colourName: "Black", season: "AW26" },
    Sizes: [{ sizeVal: "7.5", skuIdx: "12", levelCode: "20200001_BLK_7.5", barcode: "9300000101006" }],
    Images: [{ imageUrl: "https://images.example/1" }],
    Prices: [{ priceBookName: "REEBOK WEB", priceType: 1, listPrice: 59.95 }],
    Other: { stored: true },
  };
  expect(labelProduct.parse(sent)).toEqual(sent);
});

test("other cases, separators and known aliases of the same names are read too", () => {
  const product = labelProduct.parse({
    levelCode: 20200001,
    clr_code: "BLK",
    productAttributes: { "Style Name": "Runner", "brand-label": "Reebok" },
    ClrAttributes: { ColourName: "Black", SEASON: "AW26" },
    sizes: [{ SizeVal: 7, SKUIDX: 12, LevelCode: "20200001_BLK_7", Barcode: 9300000101006 }],
    images: [{ ImageUrl: "https://images.example/1" }],
    prices: [{ PriceBookName: "RRP", PriceType: "1", ListPrice: "59.95" }],
  });
  expect(product).toMatchObject({
    LevelCode: "20200001",
    ClrCode: "BLK",
    ProductAttributes: { styleName: "Runner", brandLabel: "Reebok" },
    ClrAttributes: { colourName: "Black", season: "AW26" },
    Sizes: [{ sizeVal: "7", skuIdx: "12", barcode: "9300000101006" }],
    Images: [{ imageUrl: "https://images.example/1" }],
    Prices: [{ priceBookName: "RRP", priceType: "1", listPrice: "59.95" }],
  });
});

test("unreadable parts of a product are omitted; a product without a level code is an unreadable row", () => {
  const odd = { LevelCode: "1", ProductAttributes: 7, ClrAttributes: null, Prices: "none" };
  const items = [{ ...odd, Sizes: [3, { sizeVal: ["x"] }] }, { ClrCode: "BLK" }, "text"];
  const rows = getAllProducts.answer.parse({ items });
  expect(rows).toMatchObject([
    { readable: true, row: { LevelCode: "1", Sizes: [{ sizeVal: undefined }] } },
    { readable: false, id: "row 2" },
    { readable: false, id: "row 3" },
  ]);
});

test("eight brand stores have a price book, by their name without case; others have none", () => {
  const books = [
    ["Clarks", "Clarks Web"],
    ["SHOE WAREHOUSE", "SWH Web"],
    ["Shoes and Sox", "SNS Web"],
    ["Superdry", "SuperDry Web"],
    ["Reebok", "REEBOK WEB"],
    ["hush puppies", "HushPups Web"],
    ["Elka", "Elka Web"],
    ["Volley", "Volley Web AUD"],
  ];
  expect(books.map(([store = ""]) => [store, priceBookOf(store)])).toEqual(books);
  expect(["The Iconic", "", "constructor"].map(priceBookOf)).toEqual([undefined, undefined, undefined]);
});
