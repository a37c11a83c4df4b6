import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getAllProducts, labelProduct } from "#contract/labels.ts";
import type { Database } from "#platform/database/connect.ts";
import { withImageUrls } from "#platform/domains/images/names.ts";
import { documented } from "#platform/http/documentedCall.ts";
import { parseRequest } from "#platform/http/requests.ts";
import { listLabelProducts } from "./repository.ts";

/** GET /api/getallproducts (calls#label-products). */
export function labelProductRoutes(
  app: FastifyInstance,
  { database, publicUrl }: { database: Database; publicUrl: string },
): void {
  app.get(
    getAllProducts.path,
    documented({
      call: getAllProducts,
      permission: "store/printlabel",
      summary:
        "One page of the products that labels are printed for; without a price book those of all stores",
      answer: z.array(labelProduct),
      failures: [400, 401, 403],
    }),
    async (request, reply) => {
      const query = parseRequest(getAllProducts.query, request.query);
      const products = await listLabelProducts(database, query);
      return reply
        .type("application/json; charset=utf-8")
        .send(withImageUrls(JSON.stringify(products), publicUrl));
    },
  );
}
