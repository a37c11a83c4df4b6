import { and, arrayContains, asc, eq, type SQL } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getAllProducts, type LabelProductsQuery } from "#contract/labels.ts";
import type { Database } from "#platform/database/connect.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import { labelProducts } from "#platform/database/schema/products.ts";
import { contains } from "#platform/database/search.ts";
import { sendWithImages } from "#platform/domains/images/names.ts";
import { serve } from "#platform/http/requests.ts";

type Filter = Exclude<keyof LabelProductsQuery, "page" | "pagesize" | "pricebook" | "barcode">;

const columnOf = {
  brand: labelProducts.brand,
  levelcode: labelProducts.levelCodes,
  clrcode: labelProducts.clrCode,
  colourname: labelProducts.colourName,
  productname: labelProducts.productName,
  season: labelProducts.season,
  occasion: labelProducts.occasion,
  department: labelProducts.department,
  sizing: labelProducts.sizing,
} satisfies Record<Filter, unknown>;

const filters = Object.entries(columnOf);

function conditionsOf(query: LabelProductsQuery): SQL[] {
  const texts: Partial<Record<string, string | number>> = query;
  const conditions = filters.flatMap(([name, column]) => {
    const text = String(texts[name] ?? "").trim();
    return text === "" ? [] : [contains(column, text)];
  });
  const barcode = query.barcode?.trim();
  if (barcode) conditions.push(arrayContains(labelProducts.barcodes, [barcode]));
  const priceBook = query.pricebook?.trim();
  if (priceBook) conditions.push(eq(labelProducts.priceBook, priceBook));
  return conditions;
}

/**
 * One page of label products in their wire form, range by range, images still in their stored form. A barcode is
 * compared whole, the other filters match any part case-insensitively; `levelcode` also finds the level codes of sizes.
 * An unknown price book has no products.
 */
async function listLabelProducts(database: Database, query: LabelProductsQuery): Promise<JsonObject[]> {
  const rows = await database
    .select({ document: labelProducts.document })
    .from(labelProducts)
    .where(and(...conditionsOf(query)))
    .orderBy(asc(labelProducts.priceBook), asc(labelProducts.position))
    .limit(query.pagesize)
    .offset((query.page - 1) * query.pagesize);
  return rows.map(({ document }) => document);
}

/** GET /api/getallproducts (calls#label-products). */
export function labelProductRoutes(
  app: FastifyInstance,
  { database, publicUrl }: { database: Database; publicUrl: string },
): void {
  serve(app, {
    call: getAllProducts,
    permission: "store/printlabel",
    summary: "One page of the products that labels are printed for; without a price book those of all stores",
    answerWith: async ({ query, reply }) =>
      sendWithImages(reply, await listLabelProducts(database, query), publicUrl),
  });
}
