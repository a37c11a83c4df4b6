import type { FastifyInstance } from "fastify";
import { getAllProducts } from "#contract/labels.ts";
import type { Database } from "#platform/database/connect.ts";
import { withImageUrls } from "#platform/domains/images/names.ts";
import { parseRequest } from "#platform/http/parse.ts";
import { listLabelProducts } from "./repository.ts";

/** GET /api/getallproducts (calls#label-products). */
export function labelProductRoutes(
  app: FastifyInstance,
  { database, publicUrl }: { database: Database; publicUrl: string },
): void {
  app.get(getAllProducts.path, async (request, reply) => {
    const query = parseRequest(getAllProducts.query, request.query);
    const products = await listLabelProducts(database, query);
    return reply
      .type("application/json; charset=utf-8")
      .send(withImageUrls(JSON.stringify(products), publicUrl));
  });
}
