import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getProductMessageCounts, productMessageCount } from "#contract/counts.ts";
import { getMetaProducts, metaProduct } from "#contract/metaproducts.ts";
import type { Database } from "#platform/database/connect.ts";
import { withImageUrls } from "#platform/domains/images/names.ts";
import { documented } from "#platform/http/documentedCall.ts";
import { parseRequest } from "#platform/http/parse.ts";
import { countProductMessages, listMetaProducts } from "./repository.ts";

/**
 * GET /api/getmetaproducts (calls#meta-products), and the numbers of refused products with their messages
 * (calls#counts).
 */
export function metaProductRoutes(
  app: FastifyInstance,
  { database, publicUrl }: { database: Database; publicUrl: string },
): void {
  app.get(
    getMetaProducts.path,
    documented({
      call: getMetaProducts,
      permission: "store/products",
      summary: "One page of a store's products; an empty `storegroup` searches those of all stores",
      answer: z.array(metaProduct),
      failures: [400, 401, 403],
      extensions: ["all-store-products"],
    }),
    async (request, reply) => {
      const query = parseRequest(getMetaProducts.query, request.query);
      const products = await listMetaProducts(database, query);
      return reply
        .type("application/json; charset=utf-8")
        .send(withImageUrls(JSON.stringify(products), publicUrl));
    },
  );

  app.get(
    getProductMessageCounts.path,
    documented({
      call: getProductMessageCounts,
      beyond: true,
      permission: "store/products",
      extensions: ["product-message-counts"],
      summary: "How many meta products are refused, by store and validation message",
      answer: z.array(productMessageCount),
      failures: [401, 403],
    }),
    () => countProductMessages(database),
  );
}
