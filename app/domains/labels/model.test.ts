import { describe, expect, test } from "vitest";
import { getAllProducts } from "#contract/labels.ts";
import { labelProductPageSize } from "#contract/priceBooks.ts";
import { chosenProduct, priceOf, sizeOfBarcode, toLabelProduct, toProductList } from "./model.ts";

const parsed = (products: unknown[]) => getAllProducts.answer.parse(products);
const product = (over: Record<string, unknown> = {}) => ({
  LevelCode: "STY1",
  ClrCode: "BLK",
  ProductAttributes: { styleName: "Harbour Boot", brandLabel: "Clarks", sizing: "AU Womens" },
  ClrAttributes: { colourName: "Black" },
  Sizes: [
    { sizeVal: "6", skuIdx: 61, levelCode: "STY1_BLK_6", barcode: "9312300010018" },
    { sizeVal: "7", skuIdx: 62, levelCode: "STY1_BLK_7", barcode: "9312300010025" },
  ],
  Images: [{ imageUrl: "javascript:alert(1)" }, { imageUrl: "https://images.example/a.jpg" }],
  Prices: [{ priceBookName: "Clarks Web", priceType: 1, listPrice: 59.95 }],
  ...over,
});
const viewOf = (over: Record<string, unknown> = {}, storeName = "Clarks") => {
  const [row] = parsed([product(over)]);
  if (!row?.readable) throw new Error("The product was not read");
  return toLabelProduct(row.row, storeName);
};

describe("the price to print [labels#price]", () => {
  const price = (priceBookName: string, priceType: number | string, listPrice: unknown) => ({
    priceBookName,
    priceType,
    listPrice: typeof listPrice === "number" || typeof listPrice === "string" ? listPrice : undefined,
  });

  test("comes from the store's own book [labels#price-books]", () => {
    const books = {
      ...{ Clarks: "Clarks Web", "Shoe Warehouse": "SWH Web", "Shoes and Sox": "SNS Web" },
      ...{ Superdry: "SuperDry Web", Reebok: "REEBOK WEB", "Hush Puppies": "HushPups Web" },
      ...{ Elka: "Elka Web", Volley: "Volley Web AUD" },
    };
    const prices = ["RRP", ...Object.values(books)].map((book, index) => price(book, 1, index + 1));
    for (const [store, book] of Object.entries(books)) expect(priceOf(prices, store).book).toBe(book);
    const sox = { text: "4.00", from: "SNS Web", book: "SNS Web" };
    expect(priceOf(prices, "Shoes and Sox")).toEqual(sox);
  });

  test("is the one of type 1 where a book has several, and says so", () => {
    const prices = [price("Clarks Web", 2, 80), price("Clarks Web", "1", "59.95"), price("RRP", 1, 99)];
    const from = "Clarks Web, price type 1 of 2 prices";
    expect(priceOf(prices, "clarks ")).toEqual({ text: "59.95", from, book: "Clarks Web" });
  });

  test("is the first where none of several is of type 1, and is marked", () => {
    const found = priceOf([price("Clarks Web", 2, 80), price("Clarks Web", 3, 70)], "Clarks");
    expect(found.text).toBe("80.00");
    expect(found.mark).toContain("none of type 1");
  });

  test("is RRP where the store's book has none, or the store has no book", () => {
    const prices = [price("RRP", 1, 99.95), price("SWH Web", 1, 5)];
    expect(priceOf(prices, "Clarks")).toMatchObject({ text: "99.95", from: expect.stringMatching(/^RRP/) });
    expect(priceOf(prices, "Amazon")).toEqual({ text: "99.95", from: "RRP", book: "RRP" });
  });

  test("is empty and marked where nothing can be printed", () => {
    const marked = { text: "", mark: expect.stringContaining("enter one") };
    for (const prices of [[], [price("Clarks Web", 1, "soon")], [price("RRP", 1, -5)]])
      expect(priceOf(prices, "Clarks")).toMatchObject(marked);
  });
});

describe("a product", () => {
  test("shows what the server sent, and only safe pictures [labels#fields]", () => {
    const image = "https://images.example/a.jpg";
    expect(viewOf()).toMatchObject({ name: "Harbour Boot", brand: "Clarks", colour: "Black", image });
  });

  test("stands without attributes, sizes, pictures and prices", () => {
    const none = { ProductAttributes: null, ClrAttributes: null, Sizes: null, Images: null };
    const bare = viewOf({ ...none, Prices: null, ClrCode: null });
    expect(bare).toMatchObject({ name: "STY1", colour: "", sizes: [], price: { text: "" } });
    expect(bare).not.toHaveProperty("image");
  });

  test("tells sizes apart that share a key, and those that have none", () => {
    const size = { sizeVal: "6", skuIdx: 1 };
    const keys = viewOf({ Sizes: [size, size, { sizeVal: "7" }] }).sizes.map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });

  test("is chosen by its key, else by the barcode that was scanned [labels#selected]", () => {
    const { rows } = toProductList(parsed([product(), product({ ClrCode: "TAN" })]), "Clarks");
    const filter = { barcode: "9312300010025" };
    expect(chosenProduct({ rows }, { product: "", filter: { barcode: "" } })).toBeUndefined();
    expect(chosenProduct({ rows }, { product: "", filter })?.clrCode).toBe("BLK");
    expect(chosenProduct({ rows }, { product: "STY1~TAN", filter })?.clrCode).toBe("TAN");
    expect(chosenProduct({ rows }, { product: "gone", filter: { barcode: "" } })).toBeUndefined();
    expect(sizeOfBarcode(viewOf(), "9312300010025")?.size).toBe("7");
    expect(sizeOfBarcode(viewOf(), "")).toBeUndefined();
  });
});

test("an unreadable product is one row, and a full page may be followed", () => {
  const full = Array.from({ length: labelProductPageSize }, () => product());
  const list = toProductList(parsed([{ ClrCode: "no level code" }, ...full.slice(1)]), "Clarks");
  expect(list.hasNext).toBe(true);
  expect(list.rows[0]).toHaveProperty("unreadable");
  expect(toProductList(parsed(full.slice(1)), "Clarks").hasNext).toBe(false);
});
