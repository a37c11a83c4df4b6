import { expect, test } from "vitest";
import { readableRows } from "#app/core/lists/listed.ts";
import { imageAddresses, shorten, toMoment, toText } from "#app/core/values/values.ts";
import { metaProduct } from "#contract/metaproducts.ts";
import { storeTypes } from "#contract/storeTypes.ts";
import { columnsWithout, productColumns, productSheetPlan, toProductPage } from "./columns.ts";
import { externalStatusOf, shownPrice, shownStock, toProduct } from "./model.ts";

const wire = (fields: object) => metaProduct.parse({ id: "1", groupId: "G1", ...fields });
const [image, other, ofStatus] = [1, 2, 3].map((number) => `https://i.example/${number}.jpg`);

type Expected = {
  attributes: object;
  stock?: string;
  title?: string;
  images?: (string | undefined)[];
  prices?: [number, number];
};

/** One product per store type (products#attributes), and its expected values. */
const types: Record<(typeof storeTypes)[number], Expected> = {
  iconic: {
    attributes: {
      ...{ Name: "Boot", PRODUCT_DATA_Color: "Tan", Images: `${image}; ${other}` },
      ...{ Price: "129.95", SalePrice: 99 },
    },
    ...{ stock: "Quantity", title: "Boot, Tan", images: [image, other], prices: [129.95, 99] },
  },
  catch: {
    attributes: { title: "Boot", "image-1": image, OFFER_RRP_PRICE: 10, OFFER_Price: "8" },
    ...{ stock: "OFFER_QUANTITY", images: [image], prices: [10, 8] },
  },
  kogan: {
    attributes: { VARIANT_GROUP_TITLE: "Boot", IMAGES: `${image}|${other}`, price: 4 },
    ...{ stock: "STOCK", images: [image, other] },
  },
  amazon: {
    attributes: { title: "Boot", "image.Main": image, list_price: "1,299.00", standard_price: 999 },
    ...{ stock: "quantity", images: [image], prices: [1299, 999] },
  },
  bigcommerce: {
    attributes: { name: "Boot", rrpPrice: 10, price: 9 },
    ...{ stock: "inventoryLevel", prices: [10, 9] },
  },
  shopify: {
    attributes: { title: "Boot", rrp_price: 10, sale_price: 9 },
    ...{ stock: "inventory", prices: [10, 9] },
  },
  dom: {
    attributes: { title: "Boot", images: `;${image};${other}`, price: "20", sale_price: 15 },
    ...{ stock: "inventory", images: [image, other], prices: [20, 15] },
  },
  edimarketplace: { attributes: { name: "Boot", price: 3 }, stock: "inventory" },
  tools: { attributes: { name: "Boot" }, stock: "inventory" },
  ebay: { attributes: { title: "Boot" } },
};

const amount = (price: ReturnType<typeof toProduct>["rrp"]) =>
  price?.kind === "amount" ? price.min : undefined;

test("title, images, stock and prices come from the type's attributes; missing ones have no column [products#attributes, products#stock, products#price, products#columns, products#columns-of-type]", () => {
  for (const type of storeTypes) {
    const { attributes, stock, title = "Boot", images = [ofStatus], prices } = types[type];
    const name = stock ?? "inventory";
    const held = [{ [name]: "4" }, { [name]: 3 }, { [name]: "plenty" }, {}];
    const variants = held.map((own, index) => ({ productSku: String(index), attributes: own }));
    const product = toProduct(wire({ attributes, status: { image_url: ofStatus }, variants }), type);
    expect([product.title, product.images], type).toEqual([title, images]);
    expect(product.stock, type).toEqual(stock && { total: 7, unreadable: 2 });
    expect([amount(product.rrp), amount(product.sale)], type).toEqual(prices ?? [undefined, undefined]);
    const screen = productColumns.views(columnsWithout(type)).map(({ header }) => header);
    const options = { storeType: type, variants: false, timeZone: "UTC" };
    const sheet = productSheetPlan.headings(options).map(({ header }) => header);
    const first = ["Image", "Code", "Brand", "Title", ...(stock ? ["Stock"] : [])];
    const state = type === "iconic" ? ["Status"] : [];
    expect(screen, type).toEqual([
      ...[...first, ...(prices ? ["Price"] : []), "Validation Status", ...state, "Actions"],
    ]);
    expect(
      sheet.filter((header) => header !== "Status"),
      type,
    ).toEqual([...[...first, ...(prices ? ["RRP", "Sale Price"] : []), "Validation Status", "Actions"]]);
  }
  const note = "1 variant has no readable stock";
  expect(shownStock({ total: 1234, unreadable: 1 })).toEqual({ text: "1,234", note });
});

test("missing and unusual values, of any type, are read as nothing", () => {
  for (const type of [...storeTypes, "a-new-marketplace", "constructor", "__proto__", ""]) {
    for (const attributes of [null, [], "x", { title: { a: 1 }, Images: 7, Price: {}, images: [null] }])
      toProduct(wire({ attributes, variants: null, status: 3, changes: "no" }), type);
    expect(toProduct(wire({}), type)).toMatchObject({ title: "", images: [], validation: [], actions: [] });
    const boot = { title: "Boot", VARIANT_GROUP_TITLE: "Boot", Name: "Boot" };
    expect(toProduct(wire({ attributes: boot }), type).title, type).toBe("Boot");
  }
  const tan = { Name: "Boot tan", PRODUCT_DATA_Color: "Tan" };
  expect(toProduct(wire({ attributes: tan }), "iconic").title, "not said twice").toBe("Boot tan");
});

test("images fall back to status.image_url, then image_url_1, and only ever load from the web [products#image]", () => {
  const images = (status: object, Images: unknown) =>
    toProduct(wire({ attributes: { Images }, status }), "iconic").images;
  expect(images({ image_url: image, image_url_1: other }, "javascript:alert(1);  ")).toEqual([image]);
  expect(images({ image_url_1: other }, undefined)).toEqual([other]);
  expect(images({ image_url: "data:text/html,x" }, "/relative.png")).toEqual([]);
  expect(imageAddresses("//cdn.example/a.png")).toEqual(["https://cdn.example/a.png"]);
});

test("prices of the variants are a span where the product has none of its own", () => {
  const variants = [10, "12.5", "x"].map((price) => ({ attributes: { price } }));
  const { sale } = toProduct(wire({ variants }), "bigcommerce");
  expect(sale && shownPrice(sale)).toBe("$10.00 – $12.50");
  expect(shownPrice({ kind: "text", text: "POA" })).toEqual({ text: "POA", note: "Not a number" });
});

test("Status follows the variants, a state of its own where all have the same [products#external-status, products#state, products#variant]", () => {
  const read = (...states: unknown[]) =>
    wire({ variants: states.map((ExternalStatus) => ({ status: { ExternalStatus } })) });
  const cases: [unknown[], string, string][] = [
    [["Created", "Created"], "Created", "Created"],
    [["Created", "Failed"], "Partially Created", ""],
    [["Failed", undefined], "", ""],
    [["Rejected", "Rejected"], "", "Rejected"],
    [[], "", ""],
  ];
  expect(
    cases.map(([states]) => {
      const product = read(...states);
      return [states, externalStatusOf(product), toProduct(product, "catch").state];
    }),
  ).toEqual(cases);
});

test("a value is read as a moment or a text, or not at all", () => {
  const moments = ["2026-01-02T03:04:05Z", 1_767_323_045, 1_767_323_045_000].map(toMoment);
  expect(new Set(moments)).toEqual(new Set(["2026-01-02T03:04:05.000Z"]));
  expect(["yesterday", null].map(toMoment)).toEqual([undefined, undefined]);
  expect(toText([" a ", 1, null, { b: 2 }])).toBe('a, 1, {"b":2}');
  expect([shorten("ab😀cd", 4), shorten("abcd", 4)], "no half of a letter").toEqual(["ab…", "abcd"]);
});

test("a row has three of its messages and its actions, also next to an unreadable one [products#validation-status, products#fields]", () => {
  const row = wire({
    attributes: { Name: `<script>alert(1)</script>${"x".repeat(10_000)}` },
    validationStatus: ["a", "b", "b", { c: 1 }, "d"],
    availableActions: [{ value: "publish", text: "Publish Product" }],
  });
  const unread = { readable: false, id: "7", problem: "id: missing", raw: {} } as const;
  const listed = [row, { ...row, id: "2" }].map((one) => ({ readable: true, row: one, raw: {} }) as const);
  const place = {
    alias: "CLK",
    storeType: "iconic",
    filter: { code: "", title: "x", message: "", invalid: false, page: 2 },
  };
  const pageFor = (username: string) =>
    toProductPage([...listed.slice(0, 1), unread, ...listed.slice(1)], { ...place, username }).rows;
  const rows = pageFor("merch");
  expect(rows[1]).toEqual({ unreadable: { key: "unreadable-1", id: "7", problem: "id: missing" } });
  const [one, two] = readableRows(rows);
  expect(one?.href).toBe("/store/CLK/products/1?title=x&page=2&group=G1");
  expect(one?.cells).toMatchObject({
    validation: { messages: ["a", "b", '{"c":1}'], more: 1 },
    actions: [{ label: "Publish Product", value: "publish" }],
  });
  expect(one?.key).not.toBe(two?.key);
  expect(one?.cells.actions, "named once for all").toBe(two?.cells.actions);
  expect(readableRows(pageFor(""))[0]?.cells.actions, "nobody without a username").toEqual([]);
});
