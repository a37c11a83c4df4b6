import { and, asc, count, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { ProductMessageCount } from "#contract/counts.ts";
import type { MetaProductsQuery } from "#contract/metaproducts.ts";
import type { Database } from "#platform/database/connect.ts";
import { metaProducts, type StoredChange } from "#platform/database/schema/metaproducts.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { contains, isSearchable } from "#platform/database/search.ts";
import { findStoreByName } from "#platform/domains/stores/repository.ts";
import { type ActionProduct, availableActions } from "./rules.ts";

type StoredProduct = typeof metaProducts.$inferSelect;
type StoredStore = typeof stores.$inferSelect;

// Positions are 32-bit integers: a page beyond them is empty.
const lastPosition = 2_147_483_647;

/** A product as the wire shows it (products#fields), images still in their stored form. */
const toWire = (row: StoredProduct, store: StoredStore) => ({
  id: row.id,
  groupId: row.groupId,
  storeGroup: store.name,
  storeType: store.type,
  attributes: row.attributes,
  variants: row.variants,
  status: row.status,
  validationStatus: row.validationMessages,
  availableActions: availableActions(row),
  changes: row.changes,
});

function conditionsOf({ productQuery, title, excludeValid }: MetaProductsQuery): SQL[] {
  const conditions: SQL[] = [];
  const code = productQuery?.trim();
  const words = title?.trim();
  if (code) conditions.push(contains(metaProducts.codes, code));
  if (words) conditions.push(contains(metaProducts.title, words));
  // To the letter the condition of the partial index that serves it.
  if (excludeValid) conditions.push(sql`validation_messages <> '[]'::jsonb`);
  return conditions;
}

/** One page of what a search finds in all stores, store by store; nothing where nothing is searched for. */
async function searchAllStores(database: Database, query: MetaProductsQuery, skipped: number) {
  const conditions = conditionsOf(query);
  if (conditions.length === 0) return [];
  const found = await database
    .select({ id: metaProducts.id })
    .from(metaProducts)
    .where(and(...conditions))
    .orderBy(asc(metaProducts.storeId), asc(metaProducts.position))
    .limit(query.pagesize)
    .offset(skipped);
  if (found.length === 0) return [];
  const rows = await database
    .select({ product: metaProducts, store: stores })
    .from(metaProducts)
    .innerJoin(stores, eq(stores.id, metaProducts.storeId))
    .where(
      inArray(
        metaProducts.id,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(asc(metaProducts.storeId), asc(metaProducts.position));
  return rows.map(({ product, store }) => toWire(product, store));
}

/**
 * One page of a store's products in their standing order. `productQuery` is a part of the group id, of a SKU or of a
 * barcode, `title` a part of the title, both without regard to case. An unknown store has none; an empty name
 * searches all stores (calls#all-store-products).
 */
export async function listMetaProducts(database: Database, query: MetaProductsQuery) {
  const skipped = (query.page - 1) * query.pagesize;
  if (skipped > lastPosition || ![query.storegroup, query.productQuery, query.title].every(isSearchable)) {
    return [];
  }
  if (query.storegroup === "") return searchAllStores(database, query, skipped);
  const store = await findStoreByName(database, query.storegroup);
  if (!store) return [];
  const inStore = eq(metaProducts.storeId, store.id);
  const conditions = conditionsOf(query);
  // Positions have no gaps, so an unfiltered page is a range of them wherever it lies. A filtered one
  // counts its way there over the index alone, and fetches whole rows only for the page itself.
  const wanted =
    conditions.length === 0
      ? and(
          gt(metaProducts.position, skipped),
          lte(metaProducts.position, Math.min(skipped + query.pagesize, lastPosition)),
        )
      : inArray(
          metaProducts.position,
          database
            .select({ position: metaProducts.position })
            .from(metaProducts)
            .where(and(inStore, ...conditions))
            .orderBy(asc(metaProducts.position))
            .limit(query.pagesize)
            .offset(skipped),
        );
  const rows = await database
    .select()
    .from(metaProducts)
    .where(and(inStore, wanted))
    .orderBy(asc(metaProducts.position));
  return rows.map((row) => toWire(row, store));
}

/** Refused products by store and message (calls#counts); one that has a message twice counts once. */
export async function countProductMessages(
  database: Database,
): Promise<Pick<ProductMessageCount, "storegroup" | "message" | "count" | "stamp">[]> {
  // To the letter the condition of the partial index that serves it.
  const refused = database.$with("refused").as(
    database
      .selectDistinct({
        id: metaProducts.id,
        storeId: metaProducts.storeId,
        message: sql<string>`jsonb_array_elements_text(${metaProducts.validationMessages})`.as("message"),
      })
      .from(metaProducts)
      .where(sql`validation_messages <> '[]'::jsonb`),
  );
  return database
    .with(refused)
    .select({
      storegroup: stores.name,
      message: refused.message,
      count: count(),
      stamp: sql<string>`sum(hashtextextended(${refused.id}, 0))::text`,
    })
    .from(refused)
    .innerJoin(stores, eq(stores.id, refused.storeId))
    .groupBy(stores.name, refused.message)
    .orderBy(asc(stores.name), asc(refused.message));
}

/** A product with its store; inside a transaction `forUpdate` keeps others from changing it in the meantime. */
export async function findMetaProduct(database: Database, id: string, forUpdate = false) {
  const query = database
    .select({ product: metaProducts, store: stores })
    .from(metaProducts)
    .innerJoin(stores, eq(stores.id, metaProducts.storeId))
    .where(eq(metaProducts.id, id));
  const [found] = await (forUpdate ? query.for("update", { of: metaProducts }) : query);
  return found;
}

/** Writes the result of an action on a product. */
export async function saveActedProduct(
  database: Database,
  id: string,
  product: ActionProduct,
  changes: StoredChange[],
): Promise<void> {
  const { state, attributes, variants, validationMessages, waitingCustomer } = product;
  await database
    .update(metaProducts)
    .set({ state, attributes, variants, validationMessages, waitingCustomer, changes })
    .where(eq(metaProducts.id, id));
}
