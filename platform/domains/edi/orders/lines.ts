import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Chunked, groupsWith, type LineSummary, lineOf } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { metaProducts } from "#platform/database/schema/metaproducts.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";

/** Quantities (6063) of an order: ordered. */
const ordered = "21";
/** Item number types (7143) of the codes that partners know our articles by. */
const ownCodes = ["SA", "MF"];

/** A line with the codes that our article may be found under. */
export type PartnerLine = StoredOrderLine & { candidates: string[] };

/** A line as the partner wants it, with what it asks of it (1229). */
export type AskedLine = PartnerLine & { action: string };

const quantityOf = ({ quantities }: LineSummary): number => {
  const found = quantities.find(({ qualifier }) => qualifier === ordered) ?? quantities[0];
  const value = found?.value ?? 0;
  return Number.isFinite(value) && value > 0 ? Math.min(Math.floor(value), 1_000_000) : 0;
};

const priceOf = ({ prices }: LineSummary): number => {
  const net = prices.find(({ qualifier }) => qualifier === "AAA") ?? prices[0];
  const amount = Math.round((net?.amount ?? 0) * 100) / 100;
  return Number.isFinite(amount) ? Math.min(Math.max(amount, 0), 10_000_000) : 0;
};

/** A line of a partner's message; `index` names one that has no number. */
function partnerLine(line: LineSummary, index: number): PartnerLine {
  const own = line.otherItems.filter(({ type }) => ownCodes.includes(type));
  return {
    number: storable(line.number, 35) || String(index + 1),
    item: storable(line.item.identifier, 35),
    itemType: storable(line.item.type, 3),
    description: storable(line.descriptions[0] ?? "", 256),
    ordered: quantityOf(line),
    accepted: 0,
    unitPrice: priceOf(line),
    levelCode: null,
    isListed: false,
    candidates: [...own.map(({ identifier }) => identifier), line.item.identifier]
      .filter((code) => code !== "")
      .map((code) => storable(code, 100)),
  };
}

/** The lines of an ORDERS or ORDCHG message, some at a time: thousands of them take a while. */
export function* partnerLines(document: Readonly<JsonObject>): Chunked<AskedLine[]> {
  const lines: AskedLine[] = [];
  for (const [index, group] of groupsWith(document, "lineItem").entries()) {
    const line = lineOf(group);
    lines.push({ ...partnerLine(line, index), action: line.action });
    yield;
  }
  return lines;
}

const variantRows = z.object({
  rows: z.array(
    z.object({ sku: z.string(), ean: z.string().nullable(), title: z.string(), state: z.string() }),
  ),
});
type Variant = z.output<typeof variantRows>["rows"][number];

/** The states of a product that is no longer sold. */
const withdrawn = ["withdrawn", "rejected"];

/** The articles of a store behind item numbers, each by SKU and by EAN. */
async function articlesBehind(database: Database, storeId: number, codes: readonly string[]) {
  const articles = new Map<string, Variant>();
  if (codes.length === 0) return articles;
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify([...new Set(codes)])}::jsonb))`;
  const { rows } = variantRows.parse(
    await database.execute(sql`
      select variant ->> 'productSku' as sku, variant -> 'attributes' ->> 'ean' as ean,
        ${metaProducts.title} as title, ${metaProducts.state} as state
      from ${metaProducts}, jsonb_array_elements(${metaProducts.variants}) as variant
      where ${eq(metaProducts.storeId, storeId)}
        and (variant ->> 'productSku' in ${list} or variant -> 'attributes' ->> 'ean' in ${list})`),
  );
  for (const row of rows) {
    articles.set(row.sku, row);
    if (row.ean) articles.set(row.ean, row);
  }
  return articles;
}

/**
 * The lines with our article where the store lists it. A line is accepted as it is ordered, unless its article was
 * withdrawn or it names none. An article that the store does not list goes by the partner's code for it: AP21
 * knows more articles than any store.
 */
export async function withArticles(
  database: Database,
  storeId: number,
  lines: readonly PartnerLine[],
): Promise<StoredOrderLine[]> {
  const articles = await articlesBehind(
    database,
    storeId,
    lines.flatMap(({ candidates }) => candidates),
  );
  return lines.map(({ candidates, ...line }) => {
    const article = candidates.map((code) => articles.get(code)).find((found) => found !== undefined);
    const levelCode = article?.sku ?? candidates[0] ?? null;
    const isSold = levelCode !== null && !withdrawn.includes(article?.state ?? "");
    return {
      ...line,
      description: line.description || (article?.title ?? ""),
      levelCode,
      isListed: article !== undefined,
      accepted: isSold ? line.ordered : 0,
    };
  });
}
