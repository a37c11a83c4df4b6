import type { LineSummary } from "#edifact/index.ts";
import type { StoredDifference, StoredWritten } from "#platform/database/schema/ediStored.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";

/** Quantities (6063) of an order: ordered. Prices (5125): net. */
const ordered = "21";
const net = "AAA";

/** Units (6411) of one piece, which are generally known; a quantity or price without a unit is per piece. */
const pieces = new Set(["", "PCE", "EA", "C62", "NAR", "PR"]);
/** Units with a known number of pieces that is not agreed: a person confirms the result. */
const dozens: Readonly<Record<string, number>> = { DZN: 12, DZP: 12 };

/** A parsed value: its result, if unambiguous, and the words for a person. */
type Read = { value?: number; differences: StoredDifference[] };

const unreadable = (kind: string, words: string): Read => ({ differences: [{ kind, words }] });

// 1,234 can be a thousand or one.
const isAmbiguous = (text: string): boolean => /^-?\d{1,3},\d{3}$/.test(text.trim());

/** A number as written; undefined where it is ambiguous. */
export function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(",", ".");
  return !isAmbiguous(text) && /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** A line's quantity and price. Repeated values are collected, and count as unreadable. */
export function writtenIn({ quantities, prices }: LineSummary): Partial<StoredWritten> {
  const quantity = quantities.filter(({ qualifier }) => qualifier === ordered);
  const price = prices.filter(({ qualifier }) => qualifier === net);
  const joined = (texts: readonly string[]) => storable(texts.join(" / "), 100);
  return {
    ...(quantity.length > 0 && {
      quantity: joined(quantity.map(({ text }) => text)),
      unit: joined([...new Set(quantity.map(({ unit }) => unit))]),
    }),
    ...(price.length > 0 && {
      price: joined(price.map(({ text }) => text)),
      per: joined([...new Set(price.map(({ per }) => per))]),
      priceUnit: joined([...new Set(price.map(({ unit }) => unit))]),
    }),
  };
}

export const nothingWritten: StoredWritten = { quantity: "", unit: "", price: "", per: "", priceUnit: "" };

/** Pieces per unit; undefined when unknown. */
const piecesOf = (unit: string, agreed: Readonly<Record<string, number>>): number | undefined =>
  agreed[unit] ?? dozens[unit] ?? (pieces.has(unit) ? 1 : undefined);

const isAgreed = (unit: string, agreed: Readonly<Record<string, number>>): boolean =>
  unit in agreed || pieces.has(unit);

/** A quantity in pieces. */
export function readQuantity(
  { quantity, unit }: StoredWritten,
  agreed: Readonly<Record<string, number>>,
): Read {
  if (quantity === "") return unreadable("quantity", "It says no quantity");
  const count = numberOf(quantity);
  if (count === undefined) return unreadable("quantity", `The quantity '${quantity}' cannot be read`);
  const each = piecesOf(unit, agreed);
  if (each === undefined) return unreadable("unit", `How many pieces ${quantity} ${unit} are is not known`);
  const value = count * each;
  if (!Number.isInteger(count))
    return { value, ...unreadable("quantity", `${quantity} is no whole quantity`) };
  if (value === 0) return { value, ...unreadable("quantity", "It orders nothing") };
  const converted = { kind: "pack", words: `${quantity} ${unit} are ${value} pieces` };
  return { value, differences: isAgreed(unit, agreed) ? [] : [converted] };
}

/** A price per piece. */
export function readPrice(
  { unit, price, per, priceUnit }: StoredWritten,
  agreed: Readonly<Record<string, number>>,
): Read {
  if (price === "") return unreadable("price", "It says no price");
  const amount = numberOf(price);
  const basis = per === "" ? 1 : numberOf(per);
  const of = priceUnit || unit;
  const each = piecesOf(of, agreed);
  const words = [price, per || of ? `per ${[per, of].filter(Boolean).join(" ")}` : ""]
    .filter(Boolean)
    .join(" ");
  if (amount === undefined || basis === undefined || basis === 0 || each === undefined)
    return unreadable("price", `The price '${words}' cannot be read`);
  const value = amount / (basis * each);
  const isConverted = basis !== 1 || !isAgreed(of, agreed);
  const converted = { kind: "price", words: `${words} is ${moneyText(value)} per piece` };
  return { value, differences: isConverted ? [converted] : [] };
}

/** An amount for people, with its own number of decimals, two to four. */
export const moneyText = (amount: number): string =>
  amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 4, useGrouping: false });
