import { unknownBarcode } from "#app/core/specification/stores.ts";
import { hasCheckDigit } from "#contract/numbers.ts";
import { copiesLimits } from "./label.ts";

export type Read<Value> = { value: Value; problem?: undefined } | { value?: undefined; problem: string };

/** Maximum digits of a barcode (labels#barcode). */
export const maxBarcodeLength = 13;

/** Whether a text is a barcode: 8, 12 or 13 digits of a GTIN, or a shorter number of a house's own. */
export const isBarcode = (code: string): boolean => /^\d{1,13}$/.test(code);
export const mayBecomeBarcode = (text: string): boolean => text === "" || isBarcode(text);
export const barcodeRule = `A barcode has digits only, ${maxBarcodeLength} at most`;

/** Lengths of the barcodes that end in a check digit. */
const gtinLengths = [8, 12, 13];

/** A GTIN-14 that begins with 0 is the number of the piece, in 13 digits (labels#one-number). */
const pieceOf = (code: string): string =>
  /^0\d{13}$/.test(code) && hasCheckDigit(code) ? code.slice(1) : code;

/**
 * The ways to write one number as a barcode, its own first: a UPC-A is an EAN-13 that begins with 0
 * (labels#one-number).
 */
export function spellingsOf(code: string): [string, ...string[]] {
  if (/^\d{12}$/.test(code)) return [code, `0${code}`];
  return /^0\d{12}$/.test(code) ? [code, code.slice(1)] : [code];
}

export const isSameNumber = (one: string, other: string): boolean =>
  one === other || spellingsOf(pieceOf(one)).includes(pieceOf(other));

/** What a code that is no barcode is instead, where its digits tell. */
function otherCode(code: string): string {
  if (!/^\d+$/.test(code)) return "";
  if (code.length === 14 && hasCheckDigit(code))
    return " It is the code of a carton (GTIN-14): scan a piece of it.";
  const addOn = gtinLengths
    .filter((length) => hasCheckDigit(code.slice(0, length)))
    .map((length) => code.length - length)
    .find((left) => left === 2 || left === 5);
  return addOn === undefined
    ? ""
    : ` Its last ${addOn} digits are an add-on: set the scanner to leave add-ons out.`;
}

/**
 * A scanned code, whichever entrance it takes: a barcode, or in words why it is none. It is never shortened, since the
 * rest of it would be another product's code (labels#barcode); the 0 of a GTIN-14 is no part of the piece's number.
 */
export function readBarcode(scanned: string): Read<string> {
  const code = pieceOf(scanned.trim());
  if (isBarcode(code)) return { value: code };
  if (code === "") return { problem: "Scan a barcode." };
  return { problem: `${barcodeRule}: '${code.slice(0, 40)}' is not one.${otherCode(code)}` };
}

/** A barcode that no product has (labels#not-found); a wrong check digit tells why. */
export const noRecordOf = (code: string): string =>
  gtinLengths.includes(code.length) && !hasCheckDigit(code)
    ? `${unknownBarcode} Its check digit is wrong: scan it again.`
    : unknownBarcode;

const dollars = /^\d+(\.\d{0,2})?$|^\.\d{1,2}$/;
/** More don't fit on a label. */
const maxDollarDigits = 6;

/** What has so many digits is a barcode that was scanned into another field. */
const minBarcodeDigits = 8;
const scanHint = (typed: string): string =>
  typed.replace(/\D/g, "").length >= minBarcodeDigits ? " Scan barcodes into 'Barcode'." : "";

/** A label's price as printed, with two decimals: digits with up to two decimals, required (labels#price-entry). */
export function readPrice(text: string): Read<string> {
  const typed = text.trim();
  if (typed === "") return { problem: "Enter a price." };
  if (!dollars.test(typed)) return { problem: `Digits with up to two decimals.${scanHint(typed)}` };
  const [whole = ""] = typed.split(".");
  // Leading zeros count: they are a barcode's, not a price's.
  return whole.length > maxDollarDigits
    ? { problem: `This is more than a price.${scanHint(typed)}` }
    : { value: Number(typed).toFixed(2) };
}

/** The number of labels of one size: at most three digits; empty and 0 skip the size (labels#quantity). */
export function readQuantity(text: string): Read<number> {
  const typed = text.trim();
  if (typed === "") return { value: 0 };
  if (!/^\d+$/.test(typed)) return { problem: "Digits only." };
  return typed.length > String(copiesLimits.highest).length
    ? { problem: `${copiesLimits.highest} at most.${scanHint(typed)}` }
    : { value: Number(typed) };
}

/**
 * The two numbers typed for a label (labels#price-entry, labels#quantity), and which keys their fields take. Digits that
 * are too many stay, and are refused in words: without the last ones they would be another number.
 */
export const entryKinds = {
  price: { inputMode: "decimal", allows: /^\d*\.?\d*$/ },
  quantity: { inputMode: "numeric", allows: /^\d*$/ },
} as const;

export const pricesChanged = "Nothing was printed yet. 'Print all' prints at the prices of now.";

/** Labels of $0.00 are printed only once a person confirms the price (labels#nothing). */
export const isNothing = (price: Read<string>): boolean =>
  price.value !== undefined && Number(price.value) === 0;
