import { asc } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getProducts } from "#contract/masterproducts.ts";
import type { Database } from "#database/connect.ts";
import { masterProducts } from "#platform/database/schema/products.ts";
import { sendWithImages } from "#platform/domains/images/names.ts";
import { serve } from "#platform/http/requests.ts";

/** The whole product master by style code, images still in their stored form (product-master#fields). */
async function listMasterProducts(database: Database) {
  const rows = await database.select().from(masterProducts).orderBy(asc(masterProducts.styleCode));
  return rows.map(({ styleCode, document, updatedAt }) => ({
    id: `style-${styleCode}`,
    styleCode,
    ...document,
    updatedAt: updatedAt.toISOString(),
  }));
}

/** GET /api/getproducts/ (calls#master-products): the whole list, without parameters. */
export function masterProductRoutes(
  app: FastifyInstance,
  { database, publicUrl }: { database: Database; publicUrl: string },
): void {
  serve(app, {
    call: getProducts,
    permission: "masterproducts",
    summary: "The whole product master",
    answerWith: async ({ reply }) => sendWithImages(reply, await listMasterProducts(database), publicUrl),
  });
}
