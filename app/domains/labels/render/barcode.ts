import { shorten } from "#app/core/values/values.ts";
import { hasCheckDigit } from "#contract/numbers.ts";
import type { Media } from "../labelSchemas.ts";

/**
 * A barcode's symbol. Widths in modules, i.e. widths of the narrowest bar: `bars` is the symbol
 * itself, `quiet` the white space that a reader needs to its left and right.
 */
export type BarcodeSymbol = {
  kind: "ean13" | "code128";
  code: string;
  /** The code as sent to the printer: of an EAN-13 without the check digit, which it adds. */
  data: string;
  /** Of Code 128, digits two by two (set C); else one character at a time (set B). */
  pairs: boolean;
  bars: number;
  quiet: readonly [number, number];
};

/** A barcode, its narrowest bar being `module` dots wide. */
export type SizedSymbol = { symbol: BarcodeSymbol; module: number };

const ean13Bars = 95;
/** Start, check and stop characters of Code 128, and one of its data characters. */
const code128Frame = 11 + 11 + 13;
const code128Character = 11;

/**
 * The symbol of a code, and a notice for the person, if any: EAN-13 for 13 digits with a valid check digit, else Code
 * 128. No symbol for an empty code, or one that Code 128 or the printer's language can't encode.
 */
export function symbolOf(code: string, unfit?: RegExp): { symbol?: BarcodeSymbol; notice?: string } {
  if (code === "") return { notice: "No barcode: the label has name and price alone." };
  // The EAN-13 print command computes the check digit itself: a wrong one would print another number.
  if (/^\d{13}$/.test(code) && hasCheckDigit(code)) {
    const data = code.slice(0, 12);
    return { symbol: { kind: "ean13", code, data, pairs: false, bars: ean13Bars, quiet: [11, 7] } };
  }
  if (!/^[ -~]+$/.test(code) || unfit?.test(code))
    return { notice: `A barcode cannot hold every character of '${shorten(code, 60)}'.` };
  const pairs = /^(\d\d)+$/.test(code);
  const symbol: BarcodeSymbol = {
    ...{ kind: "code128", code, data: code, pairs, quiet: [10, 10] },
    bars: code128Frame + code128Character * (pairs ? code.length / 2 : code.length),
  };
  const reason = /^\d{13}$/.test(code) ? "its check digit is wrong" : "it is not an EAN-13";
  return { symbol, notice: `The barcode ${shorten(code, 60)} is printed as Code 128: ${reason}.` };
}

/**
 * GS1's limits for the narrowest bar at the point of sale, in millimetres: 0.264 to 0.66, down to
 * 0.249 for labels printed on demand; 0.33 is 100 %.
 */
const moduleMm = { onDemand: 0.249, lowest: 0.264, nominal: 0.33, highest: 0.66 } as const;

/**
 * The possible widths of the narrowest bar in whole dots, within GS1's limits and the language's
 * own `most`; widest first.
 */
export function moduleWidths({ dotsPerMm }: Media, most: number): readonly number[] {
  const narrowest = Math.ceil(moduleMm.onDemand * dotsPerMm);
  const widest = Math.min(most, Math.floor(moduleMm.highest * dotsPerMm));
  return Array.from({ length: widest - narrowest + 1 }, (_, index) => widest - index);
}

/** Width of a symbol with its quiet zones in dots. */
export const symbolWidth = ({ symbol: { bars, quiet }, module }: SizedSymbol): number =>
  (quiet[0] + bars + quiet[1]) * module;

/** The printed size of a symbol: 'EAN-13 at 113 %, narrowest bar 0.375 mm'. The percentage is never rounded up. */
export function symbolSize({ symbol: { kind }, module }: SizedSymbol, { dotsPerMm }: Media): string {
  const width = module / dotsPerMm;
  const bar = `narrowest bar ${Number(width.toFixed(3))} mm`;
  if (kind === "code128") return `Code 128, ${bar}`;
  const size = `EAN-13 at ${Math.floor((width / moduleMm.nominal) * 100)} %, ${bar}`;
  return width < moduleMm.lowest ? `${size}: the least that GS1 allows` : size;
}
