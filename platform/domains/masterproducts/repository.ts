import { asc } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { masterProducts } from "#platform/database/schema/masterproducts.ts";

/** The whole product master by style code, images still in their stored form (product-master#fields). */
export async function listMasterProducts(database: Database) {
  const rows = await database.select().from(masterProducts).orderBy(asc(masterProducts.styleCode));
  return rows.map(({ styleCode, document, updatedAt }) => ({
    id: `style-${styleCode}`,
    styleCode,
    ...document,
    updatedAt: updatedAt.toISOString(),
  }));
}
