import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getProductMessageCounts, productMessageCount } from "#contract/counts.ts";
import { getMetaProducts, metaProduct } from "#contract/metaproducts.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredChange } from "#platform/database/schema/products.ts";
import { type ActionTargetKind, offersOf } from "#platform/domains/actions/target.ts";
import { sendWithImages } from "#platform/domains/images/names.ts";
import { serve } from "#platform/http/requests.ts";
import { countProductMessages, findMetaProduct, listMetaProducts, saveActedProduct } from "./repository.ts";
import { availableActions, type ChangeNote, ruleFor } from "./rules.ts";

const dated = (notes: ChangeNote[], at: Date): StoredChange[] =>
  notes.map((note) => ({ ...note, updatedAt: at.toISOString() }));

/**
 * Actions on meta products (actions#offered): `rules.ts` defines which are offered; the store's channel performs them.
 */
export const metaProductTargets: ActionTargetKind = {
  async find(database, id, forUpdate) {
    const found = await findMetaProduct(database, id, forUpdate);
    if (!found) return undefined;
    const { product, store } = found;
    return {
      storeName: store.name,
      permission: "store/products",
      offers: offersOf(availableActions(product)),
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
        const said = reply?.message;
        const effect = rule.perform(product, event.payload);
        const code = product.groupId;
        const trace: ChangeNote[] = [
          { code, attribute: "Action", oldValue: null, newValue: `${rule.text} by ${event.submittedBy}` },
          ...(said === undefined ? [] : [{ code, attribute: "Channel", oldValue: null, newValue: said }]),
          ...effect.changes,
        ];
        const changes = [...dated(trace, new Date()), ...product.changes];
        await saveActedProduct(transaction, id, effect.product, changes);
        return said ?? `Performed: ${rule.text}`;
      },
    };
  },
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
    answer: z.array(metaProduct),
    extensions: ["all-store-products"],
    answerWith: async ({ query, reply }) =>
      sendWithImages(reply, await listMetaProducts(database, query), publicUrl),
  });

  serve(app, {
    call: getProductMessageCounts,
    beyond: true,
    permission: "store/products",
    extensions: ["product-message-counts"],
    summary: "How many meta products are refused, by store and validation message",
    answer: z.array(productMessageCount),
    answerWith: () => countProductMessages(database),
  });
}
