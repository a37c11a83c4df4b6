import type { User } from "#app/auth/guard.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import { shorten, toText } from "#app/values/values.ts";
import { type MetaProduct, metaProductPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { listMetaProducts } from "./api.server.ts";
import { type Product, productTypeOf, shownPrice, toProduct, variantPrices } from "./model.ts";
import { productPath, productSearch } from "./paths.ts";

type ProductQuery = { store: Pick<Store, "storeName" | "storeAlias" | "storeType">; code: string };

/** What other documents tell of the product that a code names; the price is what it costs now. */
function factsOf(product: Product, price: Product["rrp"], store: ProductQuery["store"]) {
  const [image] = product.images;
  return {
    title: shorten(product.title || product.code || product.id, 160),
    href: productPath(store.storeAlias, {}, { id: product.id, group: product.code }),
    image,
    price: price && shownPrice(price),
  };
}
type ProductFacts = ReturnType<typeof factsOf>;

function variantsOf(wire: MetaProduct, store: ProductQuery["store"]): [code: string, ProductFacts][] {
  const type = productTypeOf(store.storeType);
  const product = toProduct(wire, store.storeType);
  return (wire.variants ?? []).flatMap((variant): [string, ProductFacts][] => {
    const code = toText(variant.productSku).toLowerCase();
    const own = variantPrices(variant, type);
    const price = own.sale ?? own.rrp ?? product.sale ?? product.rrp;
    return code === "" ? [] : [[code, factsOf(product, price, store)]];
  });
}

/** The variants of a page by their codes, in lower case; `isCut`: there may be more. */
const stored = keepPerSession({
  keepForMs: 60_000,
  keepAtMost: 500,
  read: async (user: User, key: string) => {
    const { store, code }: ProductQuery = JSON.parse(key);
    const rows = await listMetaProducts(
      user,
      { ...store, managementBaseUrl: null },
      { ...productSearch.every, code },
    );
    return {
      byCode: new Map(rows.flatMap((row) => (row.readable ? variantsOf(row.row, store) : []))),
      isCut: rows.length >= metaProductPageSize,
    };
  },
});

/** Maximum styles of one document that are searched for, in the order of its lines. */
const maxStyles = 12;

/** The style that a level code begins with: one read finds all of its colours and sizes. */
const styleOf = (code: string): string => code.split("_", 1)[0] ?? code;

/**
 * What a store sells under exactly these codes, by the code in lower case; kept for a minute. A code that is not among
 * the first page of its style is looked for by itself. Throws ApiError.
 */
export async function productsOfCodes(
  user: User,
  { storeName, storeAlias, storeType }: Store,
  codes: readonly string[],
): Promise<Map<string, ProductFacts>> {
  const search = (code: string) =>
    stored(user, JSON.stringify({ store: { storeName, storeAlias, storeType }, code }));
  const styles = [...new Set(codes.map(styleOf).filter(Boolean))].slice(0, maxStyles);
  const found = await Promise.all(
    styles.map(async (style) => {
      const { byCode, isCut } = await search(style);
      const missing = isCut
        ? codes.filter((code) => styleOf(code) === style && !byCode.has(code.toLowerCase())).slice(0, 2)
        : [];
      const more = await Promise.all(missing.map(search));
      return [byCode, ...more.map((one) => one.byCode)];
    }),
  );
  const wanted = new Set(codes.map((code) => code.toLowerCase()));
  return new Map(found.flat().flatMap((byCode) => [...byCode].filter(([code]) => wanted.has(code))));
}
