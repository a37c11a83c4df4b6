import { describe, expect, test } from "vitest";
import { readableRows } from "#app/lists/listed.ts";
import { imageAddresses, toMoment, toNumber, toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import { metaProduct } from "#contract/metaproducts.ts";
import { storeTypes } from "#contract/storeTypes.ts";
import { productColumnKeys, productColumns } from "./columns.ts";
import { toProductPage } from "./list.ts";
import { externalStatusOf, toProduct } from "./model.ts";
import { shownPrice, shownStock } from "./shown.ts";

const wire = (fields: object) => metaProduct.parse({ id: "1", groupId: "G1", ...fields });
const image = "https://i.example/1.jpg";
const other = "https://i.example/2.jpg";

/** One product of every store type (products#attributes), and what must be read from it. */
const types = {
  iconic: {
    attributes: {
      Name: "Boot",
      PRODUCT_DATA_Color: "Tan",
      Brand: "Clarks",
      Images: `${image}; ${other}`,
      Price: "129.95",
      SalePrice: 99,
    },
    stock: "Quantity",
    title: "Boot, Tan",
    images: [image, other],
    prices: [129.95, 99],
  },
  catch: {
    attributes: { title: "Boot", "image-1": image, OFFER_RRP_PRICE: 10, OFFER_Price: "8" },
    stock: "OFFER_QUANTITY",
    title: "Boot",
    images: [image],
    prices: [10, 8],
  },
  kogan: {
    attributes: { VARIANT_GROUP_TITLE: "Boot", IMAGES: `${image}|${other}`, price: 4 },
    stock: "STOCK",
    title: "Boot",
    images: [image, other],
    prices: [undefined, undefined],
  },
  amazon: {
    attributes: { title: "Boot", "image.Main": image, list_price: "1,299.00", standard_price: 999 },
    stock: "quantity",
    title: "Boot",
    images: [image],
    prices: [1299, 999],
  },
  bigcommerce: {
    attributes: { name: "Boot", rrpPrice: 10, price: 9 },
    stock: "inventoryLevel",
    title: "Boot",
    images: ["https://i.example/status.jpg"],
    prices: [10, 9],
  },
  shopify: {
    attributes: { title: "Boot", rrp_price: 10, sale_price: 9 },
    stock: "inventory",
    title: "Boot",
    images: ["https://i.example/status.jpg"],
    prices: [10, 9],
  },
  dom: {
    attributes: { title: "Boot", images: `;${image};${other}`, Brand: "Dom", price: "20", sale_price: 15 },
    stock: "inventory",
    title: "Boot",
    images: [image, other],
    prices: [20, 15],
  },
  edimarketplace: {
    attributes: { name: "Boot", price: 3 },
    stock: "inventory",
    title: "Boot",
    images: ["https://i.example/status.jpg"],
    prices: [undefined, undefined],
  },
  tools: {
    attributes: { name: "Boot" },
    stock: "inventory",
    title: "Boot",
    images: ["https://i.example/status.jpg"],
    prices: [undefined, undefined],
  },
  ebay: {
    attributes: { title: "Boot" },
    stock: undefined,
    title: "Boot",
    images: ["https://i.example/status.jpg"],
    prices: [undefined, undefined],
  },
} as const;

const amount = (price: ReturnType<typeof toProduct>["rrp"]) =>
  price?.kind === "amount" ? price.min : undefined;

describe.each(storeTypes.map((type) => [type]))("a product of %s", (type) => {
  const expected = types[type];
  const product = toProduct(
    wire({
      attributes: expected.attributes,
      status: { image_url: "https://i.example/status.jpg" },
      variants: [
        { productSku: "a", attributes: { [expected.stock ?? "inventory"]: "4" } },
        { productSku: "b", attributes: { [expected.stock ?? "inventory"]: 3 } },
        { productSku: "c", attributes: { [expected.stock ?? "inventory"]: "plenty" } },
        { productSku: "d", attributes: {} },
      ],
    }),
    type,
  );

  test("has its title, images and prices", () => {
    expect(product.title).toBe(expected.title);
    expect(product.images).toEqual(expected.images);
    expect([amount(product.rrp), amount(product.sale)]).toEqual(expected.prices);
  });

  test("sums its stock and counts what is no number", () => {
    expect(product.stock).toEqual(expected.stock ? { total: 7, unreadable: 2 } : undefined);
  });

  test("survives missing and odd values", () => {
    for (const attributes of [null, [], "x", { title: { a: 1 }, Images: 7, Price: {}, images: [null] }]) {
      expect(() =>
        toProduct(wire({ attributes, variants: null, status: 3, changes: "no" }), type),
      ).not.toThrow();
    }
    expect(toProduct(wire({}), type)).toMatchObject({ title: "", images: [], validation: [], actions: [] });
  });

  test("has no columns of what it lacks, and Status for iconic only", () => {
    expect(productColumnKeys(type).map((key) => productColumns[key].header)).toEqual([
      "Image",
      "Code",
      "Brand",
      "Title",
      ...(expected.stock ? ["Stock"] : []),
      ...(expected.prices[0] === undefined ? [] : ["Price"]),
      "Validation Status",
      ...(type === "iconic" ? ["Status"] : []),
      "Actions",
    ]);
  });
});

test("an unknown store type is read by the neutral row, also when it is named like a built-in", () => {
  for (const type of ["a-new-marketplace", "constructor", "__proto__", ""]) {
    expect(toProduct(wire({ attributes: { title: "Boot" } }), type).title).toBe("Boot");
  }
});

test("a colour that the name already says is not said twice", () => {
  const attributes = { Name: "Boot tan", PRODUCT_DATA_Color: "Tan" };
  expect(toProduct(wire({ attributes }), "iconic").title).toBe("Boot tan");
});

test("images fall back to status.image_url, then image_url_1, and only ever load over http", () => {
  const images = (status: object, Images: unknown) =>
    toProduct(wire({ attributes: { Images }, status }), "iconic").images;
  expect(images({ image_url: image, image_url_1: other }, "javascript:alert(1);  ")).toEqual([image]);
  expect(images({ image_url_1: other }, undefined)).toEqual([other]);
  expect(images({ image_url: "data:text/html,x" }, "/relative.png")).toEqual([]);
  expect(imageAddresses("//cdn.example/a.png")).toEqual(["https://cdn.example/a.png"]);
});

test("prices of the variants are a span where the product has none of its own", () => {
  const product = toProduct(
    wire({
      variants: [
        { attributes: { price: 10 } },
        { attributes: { price: "12.5" } },
        { attributes: { price: "x" } },
      ],
    }),
    "bigcommerce",
  );
  expect(product.sale && shownPrice(product.sale)).toBe("$10.00 – $12.50");
  expect(shownPrice({ kind: "text", text: "POA" })).toEqual({ text: "POA", note: "Not a number" });
});

test("the external status follows the variants [products#external-status]", () => {
  const status = (...states: unknown[]) =>
    externalStatusOf(wire({ variants: states.map((ExternalStatus) => ({ status: { ExternalStatus } })) }));
  expect(status("Created", "Created")).toBe("Created");
  expect(status("Created", "Failed")).toBe("Partially Created");
  expect(status("Failed", undefined)).toBe("");
  expect(status()).toBe("");
});

describe("values", () => {
  test.each([
    [5, 5],
    ["5", 5],
    [" 1,234.50 ", 1234.5],
    ["-3", -3],
    ["", undefined],
    ["5 pcs", undefined],
    ["0x10", undefined],
    ["1,2,3", undefined],
    [Number.NaN, undefined],
    [true, undefined],
    [null, undefined],
  ])("%j as a number", (value, expected) => expect(toNumber(value)).toBe(expected));

  test.each([
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"],
    [1_767_323_045, "2026-01-02T03:04:05.000Z"],
    [1_767_323_045_000, "2026-01-02T03:04:05.000Z"],
    ["yesterday", undefined],
    [null, undefined],
  ])("%j as a moment", (value, expected) => expect(toMoment(value)).toBe(expected));

  test("anything as text", () => {
    expect(toText([" a ", 1, null, { b: 2 }])).toBe('a, 1, {"b":2}');
  });

  test("cut texts never end in half a character", () => {
    expect(shorten("ab😀cd", 4)).toBe("ab…");
    expect(shorten("abcd", 4)).toBe("abcd");
  });

  test("stock says what it leaves out", () => {
    expect(shownStock({ total: 1234, unreadable: 1 })).toEqual({
      text: "1,234",
      note: "1 variant has no readable stock",
    });
  });
});

describe("the rows of a page", () => {
  const context = {
    alias: "CLK",
    storeType: "iconic",
    filter: { code: "", title: "x", invalid: false, page: 2 },
    username: "merch",
  };
  const row = wire({
    attributes: { Name: `<script>alert(1)</script>${"x".repeat(10_000)}` },
    validationStatus: ["a", "b", "b", { c: 1 }, "d"],
    availableActions: [{ value: "publish", text: "Publish Product" }],
  });

  test("keep the place of a row that cannot be read", () => {
    const { rows } = toProductPage(
      [
        { readable: true, row, raw: {} },
        { readable: false, id: "7", problem: "id: missing", raw: {} },
      ],
      context,
    );
    expect(rows[1]).toEqual({ unreadable: { key: "unreadable-1", id: "7", problem: "id: missing" } });
    expect(readableRows(rows)).toMatchObject([
      {
        href: "/store/CLK/products/1?title=x&page=2&group=G1",
        cells: {
          validation: { messages: ["a", "b", '{"c":1}'], more: 1 },
          actions: [{ label: "Publish Product", value: "publish" }],
        },
      },
    ]);
  });

  test("name the same actions once for all", () => {
    const { rows } = toProductPage(
      ["1", "2"].map((id) => ({ readable: true, row: { ...row, id }, raw: {} })),
      context,
    );
    const [one, other] = readableRows(rows);
    if (!one || !other) throw new Error("Rows are missing");
    expect(one.key).not.toBe(other.key);
    expect(one.cells.actions).toBe(other.cells.actions);
  });

  test("offer no actions to an empty username [roles#no-username]", () => {
    const { rows } = toProductPage([{ readable: true, row, raw: {} }], { ...context, username: "" });
    expect(readableRows(rows)[0]?.cells.actions).toEqual([]);
  });
});
