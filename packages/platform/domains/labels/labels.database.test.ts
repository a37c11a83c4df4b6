import { describe, expect, test } from "vitest";
import { z } from "zod";
import { getAllProducts, type LabelProduct, labelProduct } from "#contract/labels.ts";
import { priceBookOf } from "#contract/priceBooks.ts";
import { seedStores } from "#platform/seed/stores.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";

const brandStores = ["Clarks", "Shoe Warehouse", "Shoes and Sox", "Superdry", "Reebok", "Hush Puppies"]
  .concat(["Elka", "Volley"])
  .map((storeName) => priceBookOf(storeName) ?? "");

const bookIn = ({ Prices }: LabelProduct, name: string) =>
  (Prices ?? []).filter(({ priceBookName }) => priceBookName === name);

describe.each(testDatabases())("label products on $name", ({ open }) => {
  const used = useApi(open);

  const listed = async (query: Record<string, string>): Promise<LabelProduct[]> => {
    const search = new URLSearchParams({ page: "1", pagesize: "20", ...query });
    const { status, body } = await used.api.get(`${getAllProducts.path}?${search}`);
    expect(status).toBe(200);
    return z.array(labelProduct).parse(body);
  };

  test("every brand store has products with sizes, barcodes and a price of its own book", async () => {
    expect(seedStores.filter(({ name }) => priceBookOf(name))).toHaveLength(brandStores.length);
    for (const pricebook of brandStores) {
      const first = await listed({ pricebook });
      const second = await listed({ pricebook, page: "2" });
      expect(first).toHaveLength(20);
      expect(second.length).toBeGreaterThan(3);
      const products = [...first, ...second];
      const codes = products.map(({ LevelCode, ClrCode }) => `${LevelCode} ${ClrCode}`);
      expect(new Set(codes).size).toBe(products.length);
      expect(first[0]?.Sizes?.[0]).toMatchObject({
        sizeVal: expect.any(String),
        levelCode: `${first[0]?.LevelCode}_${first[0]?.ClrCode}_${first[0]?.Sizes?.[0]?.sizeVal}`,
        barcode: expect.stringMatching(/^\d{13}$/),
      });
      const prices = products.map((one) => [bookIn(one, pricebook).length, bookIn(one, "RRP").length]);
      expect(prices.some(([own]) => Number(own) > 1)).toBe(true);
      expect(prices).toContainEqual([0, 1]);
    }
  });

  test("a scanned barcode finds the one product that has it, in its own store's range only", async () => {
    const [product] = await listed({ pricebook: "REEBOK WEB" });
    const barcode = product?.Sizes?.[1]?.barcode ?? "";
    expect(await listed({ pricebook: "REEBOK WEB", barcode: ` ${barcode} ` })).toEqual([product]);
    expect(await listed({ barcode })).toEqual([product]);
    expect(await listed({ pricebook: "Clarks Web", barcode })).toEqual([]);
    expect(await listed({ barcode: barcode.slice(0, 12) })).toEqual([]);
  });

  test.each([
    ["brand", ({ ProductAttributes }: LabelProduct) => ProductAttributes?.brandLabel],
    ["levelcode", ({ LevelCode }: LabelProduct) => LevelCode],
    ["levelcode", ({ Sizes }: LabelProduct) => Sizes?.[0]?.levelCode],
    ["clrcode", ({ ClrCode }: LabelProduct) => ClrCode],
    ["colourname", ({ ClrAttributes }: LabelProduct) => ClrAttributes?.colourName],
    ["productname", ({ ProductAttributes }: LabelProduct) => ProductAttributes?.styleName],
    ["season", ({ ClrAttributes }: LabelProduct) => ClrAttributes?.season],
    ["occasion", ({ ProductAttributes }: LabelProduct) => ProductAttributes?.occasion],
    ["department", ({ ProductAttributes }: LabelProduct) => ProductAttributes?.department],
    ["sizing", ({ ProductAttributes }: LabelProduct) => ProductAttributes?.sizing],
  ])("the filter %s finds a part, without case, and nothing else", async (name, textOf) => {
    const range = { pricebook: "SWH Web" };
    const pages = await Promise.all(["1", "2", "3"].map((page) => listed({ ...range, page })));
    const all = pages.flat();
    const whole = textOf(all[1] ?? labelProduct.parse({ LevelCode: "" })) ?? "";
    const part = whole.slice(1).toUpperCase();
    const found = await listed({ ...range, [name]: part, pagesize: "100" });
    const holding = all.filter((product) =>
      name === "levelcode"
        ? [product.LevelCode, ...(product.Sizes ?? []).map(({ levelCode }) => levelCode)].some((code) =>
            code?.toUpperCase().includes(part),
          )
        : textOf(product)?.toUpperCase().includes(part),
    );
    expect(part.length).toBeGreaterThan(1);
    expect(found).toEqual(holding);
    expect(await listed({ ...range, [name]: `${part}%` })).toEqual([]);
  });

  test("filters hold together; without a price book the products of all stores are listed", async () => {
    const [product] = await listed({ pricebook: "Elka Web" });
    const code = { pricebook: "Elka Web", levelcode: product?.LevelCode ?? "" };
    const { colourName, season } = product?.ClrAttributes ?? {};
    const colour = { colourname: String(colourName), season: String(season) };
    expect(await listed({ ...code, ...colour })).toEqual([product]);
    expect(await listed({ ...code, season: "none" })).toEqual([]);
    const brands = await Promise.all(
      ["Clarks", "Superdry", "Reebok"].map((brand) => listed({ brand, pagesize: "1" })),
    );
    expect(brands.map((found) => found.length)).toEqual([1, 1, 1]);
  });

  test("unknown books, late pages and texts that cannot be anywhere are empty; a bad page is 400", async () => {
    expect(await listed({ pricebook: "No such book" })).toEqual([]);
    expect(await listed({ page: "999999999" })).toEqual([]);
    expect(await listed({ productname: "\u0000" })).toEqual([]);
    for (const query of ["", "page=0&pagesize=20", "page=1&pagesize=101", "page=1"]) {
      expect((await used.api.get(`${getAllProducts.path}?${query}`)).status).toBe(400);
    }
    expect((await used.api.app.inject({ url: `${getAllProducts.path}?page=1&pagesize=20` })).statusCode).toBe(
      401,
    );
  });
});
