import { and, arrayContains, asc, eq, type SQL } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getAllProducts, type LabelProductsQuery } from "#contract/labels.ts";
import type { Database } from "#database/connect.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import { labelProducts } from "#platform/database/schema/products.ts";
import { contains, given, wordIn } from "#platform/database/search.ts";
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

function conditionOf(query: LabelProductsQuery): SQL | undefined {
  const texts: Partial<Record<string, string | number>> = query;
  return and(
    ...Object.entries(columnOf).map(([name, column]) =>
      given(wordIn(String(texts[name] ?? "")), (text) => contains(column, text)),
    ),
    given(wordIn(query.barcode), (barcode) => arrayContains(labelProducts.barcodes, [barcode])),
    given(wordIn(query.pricebook), (priceBook) => eq(labelProducts.priceBook, priceBook)),
  );
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
    .where(conditionOf(query))
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
