import type { FastifyInstance } from "fastify";
import { getMetaProducts } from "#contract/metaproducts.ts";
import type { Database } from "#platform/database/connect.ts";
import { withImageUrls } from "#platform/domains/images/names.ts";
import { parseRequest } from "#platform/http/parse.ts";
import { listMetaProducts } from "./repository.ts";

/** GET /api/getmetaproducts (calls#meta-products). */
export function metaProductRoutes(
  app: FastifyInstance,
  { database, publicUrl }: { database: Database; publicUrl: string },
): void {
  app.get(getMetaProducts.path, async (request, reply) => {
    const query = parseRequest(getMetaProducts.query, request.query);
    const products = await listMetaProducts(database, query);
    return reply
      .type("application/json; charset=utf-8")
      .send(withImageUrls(JSON.stringify(products), publicUrl));
  });
}
