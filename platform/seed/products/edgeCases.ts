import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { metaProducts } from "#platform/database/schema/products.ts";
import type { SeedStore } from "#platform/seed/stores.ts";

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
    variants: row.variants.map((variant) => ({
      ...variant,
      attributes: mapValues(variant.attributes, (_, value) =>
        typeof value === "number" ? ` ${value} ` : value,
      ),
    })),
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
    variants: row.variants.map((variant) => ({
      ...variant,
      attributes: withoutNames(variant.attributes, (name) => stockNames.includes(name)),
    })),
  }),
  (row) => ({
    ...odd(row, "BADSTOCK"),
    variants: row.variants.map((variant, index) => ({
      ...variant,
      attributes: mapValues(variant.attributes, (name, value) =>
        stockNames.includes(name) ? ["many", 4, null, "12 pairs", -3, ""][index % 6] : value,
      ),
    })),
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
