import { type StoreType, storeTypeFacts } from "#contract/storeTypes.ts";
import type { Database } from "#database/connect.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import {
  metaProducts,
  type ProductState,
  type StoredChange,
  type StoredVariant,
} from "#platform/database/schema/products.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { filled, recorded } from "#platform/seed/fixtures.ts";
import { namesFrom, type Random, randomFor } from "#platform/seed/random.ts";
import { insertMany, insertRows, type SeedPart } from "#platform/seed/seed.ts";
import { productCount, type SeedStore, seedStores } from "#platform/seed/stores.ts";
import { type Article, articleOf, wholesaleOf } from "./catalogue.ts";

/** Attributes of a product and of its variants by store type (products#attributes). */
const attributes: Record<StoreType, { group: JsonObject; variant: JsonObject }> = recorded("attributes");

/** An article's facts in every form that a channel's feed has for them: texts, or numbers. */
function wordsOf(article: Article) {
  const { rrp, sale = null, images } = article;
  const price = sale ?? rrp;
  const named = (name: (index: number) => string) =>
    Object.fromEntries(images.map((image, index) => [name(index), image]));
  return {
    ...article,
    sale,
    price,
    rrpText: rrp.toFixed(2),
    priceText: price.toFixed(2),
    wholesale: wholesaleOf(article),
    semicolons: images.join(";"),
    bars: images.join("|"),
    byNumber: named((index) => `image-${index + 1}`),
    byPart: named((index) => (index === 0 ? "image.Main" : `image.PT${index}`)),
  };
}

const barcodeLike = /^\d{12,14}$/;

/** Search text: the group id, every SKU, and every barcode attribute, one per line. */
const productCodes = (groupId: string, variants: readonly StoredVariant[]): string =>
  [
    ...new Set([
      groupId,
      ...variants.flatMap(({ productSku, attributes }) => [
        productSku,
        ...Object.values(attributes ?? {}).filter(
          (value): value is string => typeof value === "string" && barcodeLike.test(value),
        ),
      ]),
    ]),
  ].join("\n");

const externalStatusOf: Record<ProductState, string> = {
  draft: "Pending",
  live: "Created",
  withdrawn: "Withdrawn",
  rejected: "Rejected",
};

function variantsOf(
  { sizes }: Article,
  words: object,
  template: JsonObject,
  state: ProductState,
  random: Random,
): StoredVariant[] {
  const partly = state === "draft" && random.chance(0.25);
  return sizes.map((size, index) => ({
    productSku: size.sku,
    attributes: Object(filled(template, { ...words, ...size, stockText: String(size.stock) })),
    status: { ExternalStatus: partly && index % 2 === 0 ? "Created" : externalStatusOf[state] },
  }));
}

function messagesFor(article: Article, random: Random): string[] {
  const [first, second] = article.sizes;
  const sku = (second ?? first)?.sku ?? article.styleCode;
  const possible = [
    `${sku}: the barcode is used by another product`,
    "Image 1 must be at least 1,000 pixels wide",
    "Missing attribute: Country of Origin",
    `Title is longer than 80 characters: ${article.title} with Cushioned Footbed and Non-marking Sole`,
    "Sale price must be lower than RRP",
    `${sku}: size ${second?.size ?? "–"} is not in the channel's size chart`,
    "Category is not mapped for this channel",
    `Colour '${article.colour}' needs a base colour`,
  ];
  const start = random.between(0, possible.length - 1);
  return [...possible.slice(start), ...possible.slice(0, start)].slice(0, random.between(1, 3));
}

function changesOf(article: Article, random: Random, anchor: Date): StoredChange[] {
  const code = `${article.styleCode}_${article.colourCode}`;
  let minutesAgo = random.between(8, 3000);
  const first = random.between(0, 4);
  return Array.from({ length: random.between(0, 5) }, (_, index): StoredChange => {
    const size = random.pick([article.sizes[0], ...article.sizes]);
    const updatedAt = new Date(anchor.getTime() - minutesAgo * 60_000).toISOString();
    minutesAgo += random.between(30, 9000);
    const stock = size?.stock ?? 0;
    const kinds = [
      () => ({ attribute: "Price", oldValue: article.rrp + 10, newValue: article.rrp }),
      () => ({ attribute: "Title", oldValue: article.title.toUpperCase(), newValue: article.title }),
      () => ({ attribute: "Image", oldValue: null, newValue: article.images[0] ?? null }),
      () => ({ attribute: "Season", oldValue: "Core", newValue: article.season }),
      () => ({ attribute: "Stock", oldValue: stock + random.between(1, 6), newValue: stock }),
    ] as const;
    const change = (kinds[(first + index) % 5] ?? kinds[0])();
    return { code: (change.attribute === "Stock" && size?.sku) || code, ...change, updatedAt };
  });
}

function statusOf(store: SeedStore, article: Article, random: Random): JsonObject {
  const [first = ""] = article.images;
  const carriesImages = storeTypeFacts[store.type].product.image !== undefined;
  if (carriesImages) return random.chance(0.5) ? { image_url: first } : {};
  return random.chance(0.85) ? { image_url: first } : { image_url_1: first };
}

const stateFor = (random: Random): ProductState => {
  const draw = random.fraction();
  if (draw < 0.68) return "live";
  if (draw < 0.92) return "draft";
  return draw < 0.97 ? "withdrawn" : "rejected";
};

function waitingCustomerFor(random: Random): JsonObject {
  const { first, last, mailbox } = namesFrom(random);
  return {
    FirstName: first,
    LastName: last,
    Ap21CustomerCode: `C${random.between(100000, 999999)}`,
    email: `${mailbox}@customer.example`,
  };
}

/**
 * The product at a position (from 1) of a store; `count` is the store's number of products. The last ones of a store
 * are the edge cases. Change times count back from `anchor`.
 */
export function productAt(store: SeedStore, position: number, count: number, anchor: Date): ProductRow {
  const random = randomFor(`product ${store.alias} ${position}`);
  const article = articleOf(store.id, store.brands, position);
  const words = wordsOf(article);
  const { group, variant } = attributes[store.type];
  const state = stateFor(random);
  const row: ProductRow = {
    id: `${store.alias}-${article.styleCode}-${article.colourCode}`.toLowerCase(),
    storeId: store.id,
    position,
    groupId: `${article.styleCode}_${article.colourCode}`,
    title: article.title,
    codes: "",
    state,
    variants: variantsOf(article, words, variant, state, random),
    attributes: Object(filled(group, words)),
    status: statusOf(store, article, random),
    validationMessages: random.chance(state === "live" ? 0.06 : 0.45) ? messagesFor(article, random) : [],
    changes: changesOf(article, random, anchor),
    waitingCustomer: random.chance(0.3) ? waitingCustomerFor(random) : null,
  };
  const odd = edgeCases[count - position];
  const finished = odd ? { ...row, ...odd(row, store) } : row;
  return { ...finished, codes: productCodes(finished.groupId, finished.variants) };
}

/** Adds the stores, to which everything else belongs. */
export const loadStores = (database: Database): Promise<void> => insertRows(database, stores, seedStores);

export const productsPart: SeedPart = {
  name: "products",
  tables: ["meta_products"],
  async load(context) {
    await loadStores(context.database);
    for (const store of seedStores) {
      const count = productCount(store, context.size);
      await insertMany(context, metaProducts, count, (place) =>
        productAt(store, place, count, context.anchor),
      );
    }
  },
};

export type ProductRow = typeof metaProducts.$inferInsert;

type EdgeCase = (row: ProductRow, store: SeedStore) => Partial<ProductRow>;

const titleNames = ["Name", "title", "name", "VARIANT_GROUP_TITLE"];
const stockNames = [
  "Quantity",
  "OFFER_QUANTITY",
  "STOCK",
  "quantity",
  "inventoryLevel",
  "inventory",
  "availability",
];

const mapValues = (attributes: JsonObject, change: (name: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, change(name, value)]));

const withTitle = (row: ProductRow, title: string): Partial<ProductRow> => ({
  title,
  attributes: mapValues(row.attributes, (name, value) => (titleNames.includes(name) ? title : value)),
});

const withVariants = (
  { variants }: ProductRow,
  change: (attributes: JsonObject, index: number) => JsonObject,
): Pick<ProductRow, "variants"> => ({
  variants: variants.map((variant, index) => ({ ...variant, attributes: change(variant.attributes, index) })),
});

const withoutNames = (attributes: JsonObject, unwanted: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !unwanted(name)));

const isImageName = (name: string) => /image/i.test(name);
const odd = (row: ProductRow, word: string) => ({ groupId: `ODD-${word}-${row.groupId}` });

const hostile = `<script>alert("title")</script><img src=x onerror=alert(1)> "Quoted" & 'single' \${7*7} {{7*7}}`;

/**
 * The edge-case products at the end of every store that is large enough, last one first: faulty data of a real feed.
 * Their codes begin with ODD-.
 */
export const edgeCases: readonly EdgeCase[] = [
  (row) => ({
    ...odd(row, "SCRIPT"),
    ...withTitle(row, hostile),
    validationMessages: [`Title holds markup: ${hostile}`],
    changes: row.changes.concat({
      code: "<b>bold</b>",
      attribute: "javascript:alert(1)",
      oldValue: "</script><script>alert(2)</script>",
      newValue: { nested: ["<svg onload=alert(3)>"] },
      updatedAt: "not a time",
    }),
  }),
  (row) => ({ ...odd(row, "LONG"), ...withTitle(row, `${"Very long title ".repeat(640)}end`) }),
  (row) => ({
    ...odd(row, "TEXTNUMBERS"),
    attributes: mapValues(row.attributes, (_, value) => (typeof value === "number" ? String(value) : value)),
    ...withVariants(row, (attributes) =>
      mapValues(attributes, (_, value) => (typeof value === "number" ? ` ${value} ` : value)),
    ),
  }),
  (row) => ({
    ...odd(row, "UNKNOWN"),
    attributes: {
      ...row.attributes,
      "größe 👟": "neununddreißig",
      constructor: "not a function",
      deeply: { nested: { list: [1, [2, [3, { four: null }]]], empty: {}, flag: true } },
      longText: "0123456789".repeat(60),
    },
  }),
  (row) => ({ ...odd(row, "NOVARIANTS"), variants: [] }),
  (row) => ({ ...odd(row, "NOIMAGE"), attributes: withoutNames(row.attributes, isImageName), status: {} }),
  (row) => ({
    ...odd(row, "NOSTOCK"),
    ...withVariants(row, (attributes) => withoutNames(attributes, (name) => stockNames.includes(name))),
  }),
  (row) => ({
    ...odd(row, "BADSTOCK"),
    ...withVariants(row, (attributes, index) =>
      mapValues(attributes, (name, value) =>
        stockNames.includes(name) ? ["many", 4, null, "12 pairs", -3, ""][index % 6] : value,
      ),
    ),
  }),
  (row) => ({
    ...odd(row, "BADIMAGE"),
    attributes: mapValues(row.attributes, (name, value) =>
      isImageName(name) ? "javascript:alert(1)" : value,
    ),
    status: { image_url: "javascript:alert(1)" },
  }),
  (row, store) => ({
    ...odd(row, "NAMELESS"),
    id: `${store.alias.toLowerCase()} odd/id?a=1&b=%23#ü`,
    title: "",
    attributes: {},
    status: {},
    changes: [],
  }),
];
