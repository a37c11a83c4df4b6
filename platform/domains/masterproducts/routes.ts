import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getProducts, masterProduct } from "#contract/masterproducts.ts";
import type { Database } from "#platform/database/connect.ts";
import { withImageUrls } from "#platform/domains/images/names.ts";
import { documented } from "#platform/http/documentedCall.ts";
import { listMasterProducts } from "./repository.ts";

/** GET /api/getproducts/ (calls#master-products): the whole list, without parameters. */
export function masterProductRoutes(
  app: FastifyInstance,
  { database, publicUrl }: { database: Database; publicUrl: string },
): void {
  app.get(
    getProducts.path,
    documented({
      call: getProducts,
      summary: "The whole product master",
      answer: z.array(masterProduct),
      failures: [401, 403],
    }),
    async (_request, reply) =>
      reply
        .type("application/json; charset=utf-8")
        .send(withImageUrls(JSON.stringify(await listMasterProducts(database)), publicUrl)),
  );
}
