import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./connect.ts";
import { seedLock } from "./migrate.ts";
import { seedMarks, stores } from "./schema.ts";
import { productAt } from "./seeding/products.ts";
import { productCount, type SeedSize, seedStores } from "./seeding/stores.ts";

const batchSize = 500;
// Below this many rows an index grows row by row; above it is built anew when all rows are in.
const rowsWorthRebuilding = 50_000;

const indexRows = z.object({ rows: z.array(z.object({ indexname: z.string(), indexdef: z.string() })) });

export type SeedProgress = { store: string; done: number; total: number };

export type SeedOptions = {
  size: SeedSize;
  /** Times in the data count back from here. */
  anchor: Date;
  onProgress?: (progress: SeedProgress) => void;
};

const totalOf = (size: SeedSize) => seedStores.reduce((sum, store) => sum + productCount(store, size), 0);

async function loadStores(database: Database): Promise<void> {
  await database.insert(stores).values(
    seedStores.map(({ id, name, alias, type, managementBaseUrl }) => ({
      id,
      name,
      alias,
      type,
      managementBaseUrl,
    })),
  );
}

async function loadProducts(database: Database, { size, anchor, onProgress }: SeedOptions): Promise<void> {
  const total = totalOf(size);
  let done = 0;
  for (const store of seedStores) {
    const count = productCount(store, size);
    for (let start = 1; start <= count; start += batchSize) {
      const length = Math.min(batchSize, count - start + 1);
      const rows = Array.from({ length }, (_, index) => productAt(store, start + index, count, anchor));
      await database.execute(
        sql`insert into meta_products
            select * from jsonb_populate_recordset(null::meta_products, ${JSON.stringify(rows)}::jsonb)`,
      );
      done += length;
      onProgress?.({ store: store.name, done, total });
    }
  }
}

async function withoutIndexes(database: Database, load: () => Promise<void>): Promise<void> {
  const { rows } = indexRows.parse(
    await database.execute(
      sql`select indexname, indexdef from pg_indexes
          where schemaname = current_schema() and tablename = 'meta_products' and indexname not like '%_pkey'`,
    ),
  );
  for (const { indexname } of rows) await database.execute(sql`drop index ${sql.identifier(indexname)}`);
  await load();
  for (const { indexdef } of rows) await database.execute(sql.raw(indexdef));
}

/**
 * Loads the seed into an empty database, whole or not at all: a process that dies meanwhile leaves
 * nothing, and of several processes one loads. Answers the number of products loaded, 0 when the
 * database was seeded before, with whatever size.
 */
export async function seed(database: Database, options: SeedOptions): Promise<number> {
  const loaded = await database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${seedLock}::bigint)`);
    const [mark] = await transaction.select().from(seedMarks).limit(1);
    if (mark) return 0;
    await loadStores(transaction);
    const load = () => loadProducts(transaction, options);
    const products = totalOf(options.size);
    await (products > rowsWorthRebuilding ? withoutIndexes(transaction, load) : load());
    await transaction.insert(seedMarks).values({ size: options.size, products, finishedAt: options.anchor });
    return products;
  });
  // The planner chooses by these figures, and reads pages straight from an index only after a vacuum.
  if (loaded > 0) await database.execute(sql`vacuum (analyze) meta_products`);
  return loaded;
}
