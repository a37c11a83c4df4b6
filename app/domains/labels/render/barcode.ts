import { shorten } from "#app/values/show.ts";
import type { Media } from "../label.ts";

/**
 * A barcode's symbol. Widths are in modules, the narrowest bar's: `bars` is the symbol itself, `quiet` the
 * white that a reader needs at its left and right.
 */
export type BarcodeSymbol =
  // The printer adds the check digit.
  | { kind: "ean13"; digits12: string; bars: number; quiet: readonly [number, number] }
  // `pairs`: digits two by two (set C); else one character at a time (set B).
  | { kind: "code128"; data: string; pairs: boolean; bars: number; quiet: readonly [number, number] };

const ean13Bars = 95;
/** Start, check and stop characters of Code 128, and one of its data characters. */
const code128Frame = 11 + 11 + 13;
const code128Character = 11;

/** The last digit of an EAN-13, from the twelve before it. */
function checkDigitOf(digits12: string): string {
  const sum = [...digits12].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

/** The 13 digits of an EAN-13 whose check digit is right. */
const isEan13 = (code: string): boolean =>
  /^\d{13}$/.test(code) && checkDigitOf(code.slice(0, 12)) === code.at(-1);

/**
 * The symbol of a code, and what to tell a person about it: EAN-13 for 13 digits with a right check digit,
 * else Code 128. No symbol where there is no code, or one that Code 128 cannot hold.
 */
export function symbolOf(code: string): { symbol?: BarcodeSymbol; notice?: string } {
  if (code === "") return { notice: "The product has no barcode." };
  // An EAN-13 print command computes the check digit itself: a wrong one would print another number.
  if (isEan13(code)) {
    return { symbol: { kind: "ean13", digits12: code.slice(0, 12), bars: ean13Bars, quiet: [11, 7] } };
  }
  if (!/^[ -~]+$/.test(code))
    return { notice: `A barcode cannot hold every character of '${shorten(code, 60)}'.` };
  const pairs = /^(\d\d)+$/.test(code);
  const symbol: BarcodeSymbol = {
    kind: "code128",
    data: code,
    pairs,
    bars: code128Frame + code128Character * (pairs ? code.length / 2 : code.length),
    quiet: [10, 10],
  };
  const reason = /^\d{13}$/.test(code) ? "its check digit is wrong" : "it is not an EAN-13";
  return { symbol, notice: `The barcode ${shorten(code, 60)} is printed as Code 128: ${reason}.` };
}

/** Dots of the narrowest bar: a quarter of a millimetre on both resolutions. */
export const moduleDots = ({ dotsPerMm }: Media): number => dotsPerMm / 4;

/** Dots that a symbol and its quiet zones take across. */
export function symbolWidth({ bars, quiet: [left, right] }: BarcodeSymbol, media: Media): number {
  return (left + bars + right) * moduleDots(media);
}

/** Dots that the digits below the bars take. */
export const digitsHeight = (media: Media): number => moduleDots(media) * 14;
