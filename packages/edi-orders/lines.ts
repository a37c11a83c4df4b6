import type { Unread } from "./coverage.ts";
import { amountOf, dayCases } from "./header.ts";
import type { Days } from "./message.ts";
import { type Agreement, headerCases, type Terms } from "./terms.ts";
import {
  type Difference,
  isWholeCents,
  moneyText,
  numberOf,
  readPrice,
  readQuantity,
  type Written,
} from "./values.ts";

/** An article of the store. */
export type Article = {
  sku: string;
  title: string;
  isSold: boolean;
  stock?: number | undefined;
  price?: number | undefined;
};

/** The store's articles by code; one code may belong to several. */
export type Articles = ReadonlyMap<string, readonly Article[]>;

/** A line of an order as the partner asks for it, after all its messages so far. */
export type AskedLine = {
  number: string;
  item: string;
  itemType: string;
  description: string;
  codes: readonly string[];
  written: Written;
  total?: string | undefined;
  days: Days;
  unread: readonly Unread[];
};

/** The same beside our articles: pieces and price per piece, 0 where they are not known. */
export type ComparedLine = {
  description: string;
  levelCode: string | null;
  ordered: number;
  unitPrice: number;
  stock?: number;
  ourPrice?: number;
  differences: Difference[];
};

const difference = (kind: string, words: string): Difference => ({ kind, words });

type Found = { levelCode: string | null; article?: Article; differences: Difference[] };

/**
 * The article of a line's codes. One that the store does not list gets the partner's code for it, once a person
 * confirms: AP21 has more articles than any store.
 */
function articleOf(codes: readonly string[], articles: Articles): Found {
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
  const unlisted = codes.filter((one) => !articles.has(one));
  return {
    levelCode: article.sku,
    article,
    differences: [
      ...(article.isSold ? [] : [difference("article", `'${article.sku}' is sold no more`)]),
      ...unlisted.map((one) => difference("article", `The store does not list '${one}'`)),
    ],
  };
}

/** A price beside ours, within the tolerance agreed. */
function priceDifferences(
  price: number,
  ours: number | undefined,
  { price_tolerance_percent: most }: Terms,
): Difference[] {
  if (most === null) return [];
  if (ours === undefined) return [difference("price", "There is no price of ours to compare it with")];
  const isWithin = Math.abs(price - ours) <= (ours * most) / 100 + 1e-9;
  return isWithin ? [] : [difference("price", `${moneyText(price)} instead of ${moneyText(ours)}`)];
}

const dayWords: Readonly<Record<string, (day: string) => string>> = {
  unreadable: (day) => `The delivery date '${day}' cannot be read`,
  past: (day) => `It was to be delivered by ${day}`,
};

function dayDifferences(days: Days, today: string): Difference[] {
  return dayCases(days, today).map(([value, day]) => {
    const words = dayWords[value]?.(day) ?? (headerCases[`date=${value}`]?.words ?? "").replace("{0}", day);
    return difference("date", words);
  });
}

function totalDifferences({ total, written }: AskedLine, { units }: Terms): Difference[] {
  const amount = amountOf(written, units);
  if (total === undefined || Number.isNaN(amount)) return [];
  const isRight = Math.abs((numberOf(total) ?? Number.NaN) - amount) < 0.005;
  return isRight ? [] : [difference("total", `Its total is ${total}, it comes to ${moneyText(amount)}`)];
}

/** What the line says and nobody reads, unless the partner's terms say that it doesn't matter. */
export const unreadDifferences = (unread: readonly Unread[], { header }: Terms): Difference[] =>
  unread
    .filter(({ key }) => (header[`segment=LIN/${key}`] ?? header["segment=*"]) !== "order")
    .map(({ words }) => difference("unread", `It says ${words}`));

/** Stock that earlier lines have left, by article. */
export type StockLeft = Map<string, number>;

/** A line beside our articles and the partner's terms (edi#differences). */
export function compareLine(
  line: AskedLine,
  articles: Articles,
  left: StockLeft,
  { terms, today }: Agreement,
): ComparedLine {
  const { article, levelCode, differences } = articleOf(line.codes, articles);
  const quantity = readQuantity(line.written, terms.units);
  const price = readPrice(line.written, terms.units);
  const ordered = quantity.value ?? 0;
  const unitPrice = price.value ?? article?.price ?? 0;
  const stock = levelCode === null ? undefined : (left.get(levelCode) ?? article?.stock);
  if (levelCode !== null && stock !== undefined) left.set(levelCode, Math.max(0, stock - ordered));
  const isShort = terms.checks_stock && stock !== undefined && ordered > stock;
  return {
    description: line.description || (article?.title ?? ""),
    levelCode,
    ordered,
    unitPrice,
    ...(stock !== undefined && { stock }),
    ...(article?.price !== undefined && { ourPrice: article.price }),
    differences: [
      ...differences,
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
      ...dayDifferences(line.days, today),
      ...totalDifferences(line, terms),
      ...unreadDifferences(line.unread, terms),
    ],
  };
}
