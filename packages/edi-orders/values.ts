/** A sentence about something that has to be decided, and its subject. */
export type Difference = { kind: string; words: string };

/** Quantity (QTY 21), unit (6411), price (PRI AAA) and price basis (5284, 6411) in the partner's words. */
export type Written = { quantity: string; unit: string; price: string; per: string; priceUnit: string };

export const nothingWritten: Written = { quantity: "", unit: "", price: "", per: "", priceUnit: "" };

/** The decimal mark that an interchange declares (UNA). */
export type DecimalMark = "." | ",";

/**
 * A number as our answers can repeat it, with a decimal point. What the declared mark leaves open stays unreadable: a
 * point may separate thousands where the comma is the mark, and a comma may wherever it is.
 */
export function numberText(text: string, mark: DecimalMark): string {
  const written = text.trim();
  if (mark === "," && /^\d{1,3}(\.\d{3})+$/.test(written))
    return `${written} (with a comma as its decimal mark)`;
  return /^\d+,\d+$/.test(written) && !isAmbiguous(written) ? written.replace(",", ".") : written;
}

// 1,234 can be a thousand or one.
const isAmbiguous = (text: string): boolean => /^-?\d{1,3},\d{3}$/.test(text.trim());

/** The number of a text; undefined where it is ambiguous or none. */
export function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(",", ".");
  return !isAmbiguous(text) && /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** Units (6411) of one piece, which are generally known; a quantity or price without a unit is per piece. */
const pieces = new Set(["", "PCE", "EA", "C62", "NAR", "PR"]);
/** Units with a known number of pieces that is not agreed: a person confirms the result. */
const dozens: ReadonlyMap<string, number> = new Map([
  ["DZN", 12],
  ["DZP", 12],
]);

/** Pieces per unit, as agreed with the partner. */
export type Units = Readonly<Record<string, number>>;

/** What a partner's table has for a text of a message, which can be any: 'constructor', too. */
export const agreedFor = <Value>(table: Readonly<Record<string, Value>>, text: string): Value | undefined =>
  Object.hasOwn(table, text) ? table[text] : undefined;

const piecesOf = (unit: string, agreed: Units): number | undefined =>
  agreedFor(agreed, unit) ?? dozens.get(unit) ?? (pieces.has(unit) ? 1 : undefined);

const isAgreed = (unit: string, agreed: Units): boolean => Object.hasOwn(agreed, unit) || pieces.has(unit);

/** A value, if it is unambiguous, and what a person has to know of it. */
export type Read = { value?: number; differences: Difference[] };

const unreadable = (kind: string, words: string): Read => ({ differences: [{ kind, words }] });

/** The quantity of a line in pieces. */
export function readQuantity({ quantity, unit }: Written, agreed: Units): Read {
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

/** The price of a line per piece. */
export function readPrice({ unit, price, per, priceUnit }: Written, agreed: Units): Read {
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

export const isWholeCents = (amount: number): boolean =>
  Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;
