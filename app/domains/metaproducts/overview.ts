import { ageOf, shorten } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProductPageSize } from "#contract/metaproducts.ts";
import { readMoment } from "#contract/numbers.ts";
import { toChanges } from "./detail.ts";
import { shownValidation, toProduct } from "./model.ts";
import { productPath, productsPath } from "./paths.ts";

const everything = { code: "", title: "", page: 1 };
const shownProducts = 8;

/** The first products with validation messages, from one page of such products. */
export function toAttention(rows: readonly WireRow<MetaProduct>[], alias: string, storeType: string) {
  const filter = { ...everything, invalid: true };
  return {
    entries: rows
      .flatMap((row) => (row.readable ? [toProduct(row.row, storeType)] : []))
      .slice(0, shownProducts)
      .map((product) => ({
        key: product.id,
        href: productPath(alias, filter, { id: product.id, group: product.code }),
        code: shorten(product.code || product.id, 80),
        title: shorten(product.title, 120),
        messages: shownValidation(product.validation).messages,
      })),
    /** The number of products on the first page: '3', or '20 or more'. */
    count: rows.length >= metaProductPageSize ? `${metaProductPageSize} or more` : String(rows.length),
    none: rows.length === 0,
    allHref: productsPath(alias, filter),
  };
}

export type ProductAttention = ReturnType<typeof toAttention>;

const shownChanges = 10;

/**
 * The newest changes of these products, newest first. No call lists the changes of a whole store,
 * so this covers only the products read for the page.
 */
export function toRecentChanges(rows: readonly WireRow<MetaProduct>[], alias: string, storeType: string) {
  const products = new Map(rows.flatMap((row) => (row.readable ? [[row.row.id, row.row] as const] : [])));
  return [...products.values()]
    .flatMap((wire) => {
      const product = toProduct(wire, storeType);
      const href = productPath(
        alias,
        { ...everything, invalid: false },
        { id: product.id, group: product.code, tab: "changes" },
      );
      return toChanges(wire.changes ?? [], { show: shownChanges }).entries.map((entry) => ({
        ...entry,
        key: `${product.id} ${entry.key}`,
        href,
        about: shorten(product.code || product.id, 80),
      }));
    })
    .filter(({ at }) => readMoment(at) !== undefined)
    .sort((a, b) => ageOf(b.at) - ageOf(a.at))
    .slice(0, shownChanges);
}
export type RecentChange = ReturnType<typeof toRecentChanges>[number];
