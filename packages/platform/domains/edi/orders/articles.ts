import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#database/connect.ts";
import type { Article, Articles } from "#edi-orders/index.ts";
import { metaProducts } from "#platform/database/schema/products.ts";

const figure = z.coerce.number().nonnegative().optional().catch(undefined);
const variantRows = z.object({
  rows: z.array(
    z.object({
      sku: z.string(),
      ean: z.string().nullable(),
      title: z.string(),
      state: z.string(),
      stock: z.preprocess((value) => value ?? undefined, figure),
      price: z.preprocess((value) => value ?? undefined, figure),
    }),
  ),
});

const withdrawn = ["withdrawn", "rejected"];

/** A store's articles by code. */
export async function articlesBehind(
  database: Database,
  storeId: number,
  codes: readonly string[],
): Promise<Articles> {
  const articles = new Map<string, Article[]>();
  if (codes.length === 0) return articles;
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify([...new Set(codes)])}::jsonb))`;
  const { rows } = variantRows.parse(
    await database.execute(sql`
      select variant ->> 'productSku' as sku, variant -> 'attributes' ->> 'ean' as ean,
        ${metaProducts.title} as title, ${metaProducts.state} as state,
        variant -> 'attributes' ->> 'inventory' as stock,
        coalesce(variant -> 'attributes' ->> 'wholesale_price', ${metaProducts.attributes} ->> 'wholesale_price') as price
      from ${metaProducts}, jsonb_array_elements(${metaProducts.variants}) as variant
      where ${eq(metaProducts.storeId, storeId)}
        and (variant ->> 'productSku' in ${list} or variant -> 'attributes' ->> 'ean' in ${list})`),
  );
  const add = (code: string, article: Article) =>
    articles.set(code, [...(articles.get(code) ?? []), article]);
  for (const { ean, state, ...row } of rows) {
    const article = { ...row, isSold: !withdrawn.includes(state) };
    add(row.sku, article);
    if (ean !== null && ean !== row.sku) add(ean, article);
  }
  return articles;
}
