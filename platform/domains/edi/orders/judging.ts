import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { EdiLineAnswer } from "#contract/ediReview.ts";
import { type EdiHeaderDecision, type EdiTerms, ediHeaderCases } from "#contract/ediTerms.ts";
import { codeMeaning, type MessageSummary } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredDifference, StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { metaProducts } from "#platform/database/schema/products.ts";
import { moneyText, numberOf, type OrderHead, partyIn, readPrice, readQuantity } from "./message.ts";

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
  return { ...line, accepted: answer.quantity ?? ordered, unitPrice: answer.unit_price ?? unitPrice };
}

type Stock = Map<string, number>;

function judged(line: StoredOrderLine, found: Found, left: Stock, { terms, today }: Judging) {
  const { article, levelCode } = found;
  const quantity = readQuantity(line.written, terms.units);
  const price = readPrice(line.written, terms.units);
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
    lines.flatMap(({ codes }) => codes),
  );
  const left: Stock = new Map();
  return lines.map((line) =>
    line.isDeleted ? line : judged(line, articleOf(line.codes, articles), left, judging),
  );
}

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
  unitPrice > 0 || /^0+([.,]0+)?$/.test(written.price);

/** Whether this many pieces at this price can be ordered. */
export const isSettled = (line: StoredOrderLine, quantity: number, unitPrice: number): boolean =>
  line.levelCode !== null && Number.isInteger(quantity) && quantity > 0 && isWholeCents(quantity * unitPrice);

/** A case of the header table (edi#header) that applies to a message, and its treatment. */
export type HeaderCase = StoredDifference & { decision: EdiHeaderDecision };

/** 1004 has 35 characters at most. */
const maxNumberLength = 35;

/**
 * The table's treatment of a header value under the partner's terms: its own row, or that of every other value. Values
 * without a row are fine. `words` describe it where they say more than the value.
 */
function decide(element: string, value: string, { terms }: Judging, words?: string): HeaderCase {
  const own = `${element}=${value}`;
  const other = `${element}=*`;
  const key = own in ediHeaderCases || own in terms.header || value === "" ? own : other;
  const row = ediHeaderCases[key] ?? ediHeaderCases[other];
  const meaning = codeMeaning(element, value);
  const text = words ?? (meaning ? `${value}, ${meaning}` : value);
  return {
    kind: key,
    words: (row?.words ?? "").replace("{0}", text),
    decision: terms.header[key] ?? row?.decision ?? "order",
  };
}

/** A message's function (1225): creates an order, changes or cancels one, or neither. */
export const functionOf = (messageFunction: string, judging: Judging): HeaderCase =>
  decide("1225", messageFunction, judging);

/** Dates (2005): delivery requested, not later than, cancel if not delivered by; not before. */
const lastDays = ["2", "63", "61"];
const firstDay = "64";
const readDates = [...lastDays, firstDay, "137", "69"];

function dateCases({ dates }: OrderHead, judging: Judging): HeaderCase[] {
  const own = dates.filter(({ qualifier }) => readDates.includes(qualifier));
  const dayOf = (qualifier: string) => own.find((date) => date.qualifier === qualifier)?.iso?.slice(0, 10);
  const last = lastDays.flatMap((qualifier) => dayOf(qualifier) ?? []).sort()[0];
  const first = dayOf(firstDay);
  const unreadable = own.find(({ iso }) => iso === undefined);
  const nextYear = `${Number(judging.today.slice(0, 4)) + 1}${judging.today.slice(4)}`;
  return [
    ...(unreadable ? [decide("date", "unreadable", judging, unreadable.value)] : []),
    ...(last !== undefined && last < judging.today ? [decide("date", "past", judging, last)] : []),
    ...(last !== undefined && last > nextYear ? [decide("date", "far", judging, last)] : []),
    ...(first && last && first > last ? [decide("date", "crossed", judging, `${first}, ${last}`)] : []),
  ];
}

/** CNT (6069): the sum of the quantities, and how many lines there are. */
const totalQuantity = "1";
const lineCount = "2";

type Written = readonly Pick<StoredOrderLine, "written">[];

function countCases({ totals }: OrderHead, lines: Written, judging: Judging): HeaderCase[] {
  const quantity = lines.reduce((sum, { written }) => sum + (numberOf(written.quantity) ?? Number.NaN), 0);
  const counted: Record<string, number> = { [totalQuantity]: quantity, [lineCount]: lines.length };
  return totals.flatMap(({ qualifier, value }) => {
    const found = counted[qualifier];
    if (found === undefined || numberOf(value) === found) return [];
    const what = qualifier === lineCount ? "lines" : "units";
    const words = `it says ${value} ${what}, there are ${Number.isNaN(found) ? "others" : found}`;
    return [decide("count", "wrong", judging, words)];
  });
}

/** MOA (5025): of all lines, and of the message. */
const orderTotals = ["79", "86", "128"];

function totalCases({ amounts }: OrderHead, lines: Written, judging: Judging): HeaderCase[] {
  const { units } = judging.terms;
  const total = lines.reduce((sum, { written }) => {
    const [quantity, price] = [readQuantity(written, units).value, readPrice(written, units).value];
    return sum + (quantity ?? Number.NaN) * (price ?? Number.NaN);
  }, 0);
  // Unreadable lines have their own difference.
  const isWrong = (amount = Number.NaN) => !Number.isNaN(total) && !(Math.abs(amount - total) < 0.005);
  const wrong = amounts.find(({ qualifier, amount }) => orderTotals.includes(qualifier) && isWrong(amount));
  const words = `it says ${wrong?.text}, the lines come to ${moneyText(total)}`;
  return wrong ? [decide("total", "wrong", judging, words)] : [];
}

function valueCases(lines: readonly StoredOrderLine[], judging: Judging): HeaderCase[] {
  const value = lines.reduce((sum, { ordered, unitPrice }) => sum + ordered * unitPrice, 0);
  return value > judging.terms.max_order_value ? [decide("value", "above", judging, moneyText(value))] : [];
}

function agreementCases({ currency, parties }: OrderHead, judging: Judging): HeaderCase[] {
  const { terms } = judging;
  const supplier = partyIn(parties, "SU");
  const known = supplier !== undefined && terms.suppliers.includes(supplier.identifier);
  const named = supplier && [supplier.identifier, ...supplier.names].filter(Boolean).join(" ");
  return [
    ...(currency === terms.currency ? [] : [decide("currency", currency, judging)]),
    ...(known ? [] : [decide("supplier", supplier?.identifier ?? "", judging, named)]),
  ];
}

const isNotAsUsual = ({ decision }: HeaderCase): boolean => decision !== "order";

/** Order-level differences from the terms (edi#header): of the `written` lines, and of those after changes. */
export function judgeOrderHeader(
  heading: Pick<MessageSummary, "documentName" | "messageFunction" | "documentIdentifier">,
  content: OrderHead,
  { written, lines }: { written: Written; lines: readonly StoredOrderLine[] },
  judging: Judging,
): HeaderCase[] {
  const { documentName, messageFunction, documentIdentifier } = heading;
  const number =
    documentIdentifier.trim() === ""
      ? [decide("number", "", judging)]
      : documentIdentifier.length > maxNumberLength
        ? [decide("number", "long", judging)]
        : [];
  return [
    decide("1001", documentName, judging),
    functionOf(messageFunction, judging),
    ...number,
    ...agreementCases(content, judging),
    ...dateCases(content, judging),
    ...countCases(content, written, judging),
    ...totalCases(content, written, judging),
    ...valueCases(lines, judging),
  ].filter(isNotAsUsual);
}

/** The same for an ORDCHG message, which leaves out unchanged fields. */
export function judgeChangeHeader(content: OrderHead, lines: Written, judging: Judging): HeaderCase[] {
  const said = agreementCases(content, judging).filter(({ kind }) => !kind.endsWith("="));
  return [...said, ...dateCases(content, judging), ...countCases(content, lines, judging)].filter(
    isNotAsUsual,
  );
}

export const repeatedNumber = (number: string, judging: Judging): HeaderCase =>
  decide("number", "repeated", judging, number);

/** Cases that no decision can turn into an order: nothing to answer, or another amount to pay. */
const unacceptable = ["number=", "number=long", "currency=*", "1225=1"];

export const isAcceptable = ({ kind }: StoredDifference): boolean => !unacceptable.includes(kind);
