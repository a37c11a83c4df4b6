import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getProductMessageCounts, type ProductMessageCount } from "#contract/counts.ts";
import { getMetaProducts, type MetaProductsQuery } from "#contract/metaproducts.ts";
import type { Database } from "#database/connect.ts";
import { metaProducts, type StoredChange } from "#platform/database/schema/products.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { contains, given, isOnPage, wordIn } from "#platform/database/search.ts";
import type { FindTarget } from "#platform/domains/actions/repository.ts";
import { sendWithImages } from "#platform/domains/images/names.ts";
import { findStoreByName } from "#platform/domains/stores/repository.ts";
import { serve } from "#platform/http/requests.ts";
import { type ActionProduct, availableActions, type ChangeNote, ruleFor } from "./rules.ts";

type StoredProduct = typeof metaProducts.$inferSelect;
type StoredStore = typeof stores.$inferSelect;

/** A product in its wire form (products#fields), images still in their stored form. */
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

const conditionsOf = ({ productQuery, title, excludeValid }: MetaProductsQuery): SQL | undefined =>
  and(
    given(wordIn(productQuery), (code) => contains(metaProducts.codes, code)),
    given(wordIn(title), (words) => contains(metaProducts.title, words)),
    // The same condition as its partial index.
    excludeValid ? sql`validation_messages <> '[]'::jsonb` : undefined,
  );

/**
 * One page of products, store by store in their order. `productQuery` is a part of the group id, of a SKU or of a
 * barcode, `title` a part of the title, both case-insensitive. An unknown store has none; an empty name searches all
 * stores (calls#all-store-products), and finds nothing without a search text.
 */
async function listMetaProducts(database: Database, query: MetaProductsQuery) {
  const { storegroup, page, pagesize } = query;
  const condition = conditionsOf(query);
  const store = storegroup === "" ? undefined : await findStoreByName(database, storegroup);
  if (storegroup === "" ? !condition : !store) return [];
  const where = and(store && eq(metaProducts.storeId, store.id), condition);
  const order = [asc(metaProducts.storeId), asc(metaProducts.position)];
  const offset = (page - 1) * pagesize;
  const rows = await database
    .select({ product: metaProducts, store: stores })
    .from(metaProducts)
    .innerJoin(stores, eq(stores.id, metaProducts.storeId))
    .where(isOnPage(database, metaProducts.id, { where, order, limit: pagesize, offset }))
    .orderBy(...order);
  return rows.map((row) => toWire(row.product, row.store));
}

/** Refused products by store and message (calls#counts); one with a repeated message counts once. */
async function countProductMessages(
  database: Database,
): Promise<Pick<ProductMessageCount, "storegroup" | "message" | "count" | "stamp">[]> {
  // The same condition as its partial index.
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

/** A product with its store; inside a transaction `forUpdate` locks it. */
async function findMetaProduct(database: Database, id: string, forUpdate = false) {
  const query = database
    .select({ product: metaProducts, store: stores })
    .from(metaProducts)
    .innerJoin(stores, eq(stores.id, metaProducts.storeId))
    .where(eq(metaProducts.id, id));
  const [found] = await (forUpdate ? query.for("update", { of: metaProducts }) : query);
  return found;
}

async function saveActedProduct(
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

const dated = (notes: ChangeNote[], at: Date): StoredChange[] =>
  notes.map((note) => ({ ...note, updatedAt: at.toISOString() }));

/**
 * Actions on meta products (actions#offered): `rules.ts` defines which are offered; the store's channel performs them.
 */
export const findProductTarget: FindTarget = async (database, id, forUpdate) => {
  const found = await findMetaProduct(database, id, forUpdate);
  if (!found) return undefined;
  const { product, store } = found;
  return {
    storeName: store.name,
    permission: "store/products",
    offered: availableActions(product),
    request: ({ id: reference, action }) => {
      const { channel, text } = ruleFor(action);
      if (!channel) return undefined;
      return async ({ storeChannel }) => ({
        message: await storeChannel({
          reference,
          storeName: store.name,
          storeType: store.type,
          actionText: text,
          groupId: product.groupId,
        }),
      });
    },
    perform: async (transaction, event, reply) => {
      const rule = ruleFor(event.action);
      const message = reply?.message;
      const effect = rule.perform(product, event.payload);
      const code = product.groupId;
      const trace: ChangeNote[] = [
        { code, attribute: "Action", oldValue: null, newValue: `${rule.text} by ${event.submittedBy}` },
        ...(message === undefined ? [] : [{ code, attribute: "Channel", oldValue: null, newValue: message }]),
        ...effect.changes,
      ];
      const changes = [...dated(trace, new Date()), ...product.changes];
      await saveActedProduct(transaction, id, effect.product, changes);
      return message ?? `Performed: ${rule.text}`;
    },
  };
};

/**
 * GET /api/getmetaproducts (calls#meta-products), and the numbers of refused products with their messages
 * (calls#counts).
 */
export function metaProductRoutes(
  app: FastifyInstance,
  { database, publicUrl }: { database: Database; publicUrl: string },
): void {
  serve(app, {
    call: getMetaProducts,
    permission: "store/products",
    summary: "One page of a store's products; an empty `storegroup` searches those of all stores",
    extensions: ["search"],
    answerWith: async ({ query, reply }) =>
      sendWithImages(reply, await listMetaProducts(database, query), publicUrl),
  });

  serve(app, {
    call: getProductMessageCounts,
    permission: "store/products",
    summary: "How many meta products are refused, by store and validation message",
    answerWith: () => countProductMessages(database),
  });
}
