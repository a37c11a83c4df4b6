import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { EdiLineAnswer } from "#contract/ediReview.ts";
import type { EdiTerms } from "#contract/ediTerms.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredDifference, StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { metaProducts } from "#platform/database/schema/products.ts";
import { moneyText, readPrice, readQuantity } from "./lines.ts";

/** The comparison's inputs: the partner's terms, and the date at the partner (ISO 8601). */
export type Judging = { terms: EdiTerms; today: string };

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
type Variant = z.output<typeof variantRows>["rows"][number];

const withdrawn = ["withdrawn", "rejected"];

/** A store's articles by code; one code may belong to several. */
async function articlesBehind(database: Database, storeId: number, codes: readonly string[]) {
  const articles = new Map<string, Variant[]>();
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
  const add = (code: string, row: Variant) => articles.set(code, [...(articles.get(code) ?? []), row]);
  for (const row of rows) {
    add(row.sku, row);
    if (row.ean !== null && row.ean !== row.sku) add(row.ean, row);
  }
  return articles;
}

const difference = (kind: string, words: string): StoredDifference => ({ kind, words });

type Found = { levelCode: string | null; article?: Variant; differences: StoredDifference[] };

/**
 * The article of a line's codes. One that the store does not list gets the partner's code for it, once a person
 * confirms: AP21 has more articles than any store.
 */
function articleOf(codes: readonly string[], articles: ReadonlyMap<string, Variant[]>): Found {
  const [code] = codes;
  if (code === undefined)
    return { levelCode: null, differences: [difference("article", "It names no article")] };
  const found = new Map(codes.flatMap((one) => articles.get(one) ?? []).map((row) => [row.sku, row]));
  const [article, other] = [...found.values()];
  if (!article)
    return { levelCode: code, differences: [difference("article", `The store does not list '${code}'`)] };
  if (other) {
    const words = `Its codes name several articles: ${[...found.keys()].join(", ")}`;
    return { levelCode: null, differences: [difference("article", words)] };
  }
  const isSold = !withdrawn.includes(article.state);
  const words = `'${article.sku}' is sold no more`;
  return { levelCode: article.sku, article, differences: isSold ? [] : [difference("article", words)] };
}

function priceDifferences(
  price: number,
  ours: number | undefined,
  { price_tolerance_percent: most }: EdiTerms,
) {
  if (most === null) return [];
  if (ours === undefined) return [difference("price", "There is no price of ours to compare it with")];
  const isWithin = Math.abs(price - ours) <= (ours * most) / 100 + 1e-9;
  return isWithin ? [] : [difference("price", `${moneyText(price)} instead of ${moneyText(ours)}`)];
}

const isWholeCents = (amount: number): boolean => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

function dateDifferences(deliverBy: string | undefined, today: string): StoredDifference[] {
  if (deliverBy === undefined) return [];
  if (!/^\d{4}-\d\d-\d\d/.test(deliverBy))
    return [difference("date", `The delivery date '${deliverBy}' cannot be read`)];
  return deliverBy.slice(0, 10) < today ? [difference("date", `It was to be delivered by ${deliverBy}`)] : [];
}

/** The accepted quantity and price of a line; nothing of one with undecided differences. */
function answered(line: StoredOrderLine): StoredOrderLine {
  const { answer, ordered, unitPrice, differences = [] } = line;
  if (!answer) return { ...line, accepted: differences.length === 0 ? ordered : 0 };
  if (answer.answer === "refuse") return { ...line, accepted: 0 };
  return { ...line, accepted: answer.quantity ?? ordered, unitPrice: answer.unitPrice ?? unitPrice };
}

type Stock = Map<string, number>;

function judged(
  line: StoredOrderLine,
  found: Found,
  left: Stock,
  { terms, today }: Judging,
): StoredOrderLine {
  const { article, levelCode } = found;
  // Old lines without stored written values: these are as read.
  const quantity = line.written
    ? readQuantity(line.written, terms.units)
    : { value: line.ordered, differences: [] };
  const price = line.written
    ? readPrice(line.written, terms.units)
    : { value: line.unitPrice, differences: [] };
  const ordered = quantity.value ?? 0;
  const unitPrice = price.value ?? article?.price ?? 0;
  const stock = levelCode === null ? undefined : (left.get(levelCode) ?? article?.stock);
  if (levelCode !== null && stock !== undefined) left.set(levelCode, Math.max(0, stock - ordered));
  const isShort = terms.checks_stock && stock !== undefined && ordered > stock;
  const differences = [
    ...found.differences,
    ...quantity.differences,
    ...(ordered > terms.max_line_quantity
      ? [difference("quantity", `${ordered} is more than the partner may order of one article`)]
      : []),
    ...price.differences,
    ...(price.value === undefined || !article ? [] : priceDifferences(price.value, article.price, terms)),
    ...(isWholeCents(ordered * unitPrice)
      ? []
      : [difference("price", `${ordered} at ${moneyText(unitPrice)} do not come to whole cents`)]),
    ...(isShort ? [difference("stock", `${stock} in stock`)] : []),
    ...dateDifferences(line.deliverBy, today),
  ];
  const { stock: _stock, ourPrice: _price, ...stored } = line;
  return answered({
    ...stored,
    description: line.description || (article?.title ?? ""),
    levelCode,
    isListed: article !== undefined,
    ordered,
    unitPrice,
    ...(stock !== undefined && { stock }),
    ...(article?.price !== undefined && { ourPrice: article.price }),
    differences,
  });
}

/**
 * Lines compared with the store's articles and the partner's terms (edi#differences). A line without a difference is
 * accepted as ordered, any other only as a person decided. Lines that the partner cancelled stay.
 */
export async function judgeLines(
  database: Database,
  storeId: number,
  lines: readonly StoredOrderLine[],
  judging: Judging,
): Promise<StoredOrderLine[]> {
  const articles = await articlesBehind(
    database,
    storeId,
    lines.flatMap(({ codes = [] }) => codes),
  );
  const left: Stock = new Map();
  return lines.map((line) =>
    line.isDeleted ? line : judged(line, articleOf(line.codes ?? codesOf(line), articles), left, judging),
  );
}

/** The codes of old lines without stored ones. */
const codesOf = ({ levelCode, item }: StoredOrderLine): string[] => [levelCode ?? item].filter(Boolean);

export const isOpen = ({ differences = [], answer, isDeleted }: StoredOrderLine): boolean =>
  differences.length > 0 && answer === undefined && !isDeleted;

/** The possible decisions on a line: it can be accepted only if article, quantity and price are then known. */
export function possibleAnswers(line: StoredOrderLine): EdiLineAnswer[] {
  if (line.levelCode === null) return ["refuse"];
  return isSettled(line, line.ordered, line.unitPrice) && isPriced(line)
    ? ["accept", "amend", "refuse"]
    : ["amend", "refuse"];
}

/** A price of 0 counts only where it was written. */
const isPriced = ({ unitPrice, written }: StoredOrderLine): boolean =>
  unitPrice > 0 || /^0+([.,]0+)?$/.test(written?.price ?? "");

/** Whether this many pieces at this price can be ordered. */
export const isSettled = (line: StoredOrderLine, quantity: number, unitPrice: number): boolean =>
  line.levelCode !== null && Number.isInteger(quantity) && quantity > 0 && isWholeCents(quantity * unitPrice);
