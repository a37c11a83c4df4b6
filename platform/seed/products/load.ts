import type { Database } from "#platform/database/connect.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { batchSize, insertRows } from "#platform/seed/insertRows.ts";
import type { SeedContext, SeedPart } from "#platform/seed/part.ts";
import { productCount, type SeedSize, seedStores } from "#platform/seed/stores.ts";
import { productAt } from "./products.ts";

const productTotal = (size: SeedSize) =>
  seedStores.reduce((sum, store) => sum + productCount(store, size), 0);

/** Adds the stores, to which everything else belongs. */
export async function loadStores(database: Database): Promise<void> {
  const rows = seedStores.map(({ id, name, alias, type, managementBaseUrl }) => ({
    id,
    name,
    alias,
    type,
    managementBaseUrl,
  }));
  await database.insert(stores).values(rows);
}

async function loadProducts({ database, size, anchor, report }: SeedContext): Promise<void> {
  await loadStores(database);
  for (const store of seedStores) {
    const count = productCount(store, size);
    for (let start = 1; start <= count; start += batchSize) {
      const length = Math.min(batchSize, count - start + 1);
      const products = Array.from({ length }, (_, index) => productAt(store, start + index, count, anchor));
      await insertRows(database, "meta_products", products);
      report(length);
    }
  }
}

export const productsPart: SeedPart = {
  name: "products",
  tables: ["meta_products"],
  rows: productTotal,
  load: loadProducts,
};
