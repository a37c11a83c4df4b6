import type { BarcodeSymbol } from "./barcode.ts";
import type { Font } from "./sheet.ts";

/** The fonts of a language on a print head; all characters are printable. All lengths in dots. */
export type Face = {
  /** The fonts from `lowest` to `highest` high, the largest first; never empty. */
  fonts(lowest: number, highest: number): readonly [Font, ...Font[]];
  /** A character's width in the fonts' own units, and the width of so many of them. */
  unitsOf(character: string): number;
  dots(units: number, font: Font): number;
  /** The language's maximum width of a symbol's narrowest bar. */
  widestModule: Readonly<Record<BarcodeSymbol["kind"], number>>;
  /** Height of the digits below a symbol's bars. */
  digitsHeight(module: number): number;
  /** Characters that the language can't encode in a barcode. */
  unfitForBars?: RegExp;
};

export function widthOf({ unitsOf, dots }: Face, text: string, font: Font): number {
  let units = 0;
  for (const character of text) units += unitsOf(character);
  return dots(units, font);
}

/** The number of leading characters that fit into `width`. */
export function startLength({ unitsOf, dots }: Face, text: string, font: Font, width: number): number {
  let [units, length] = [0, 0];
  for (const character of text) {
    units += unitsOf(character);
    if (dots(units, font) > width) break;
    length += character.length;
  }
  return length;
}

/** The font of the smallest width: of EPL's, a tall one can be narrower than a low one. */
export const narrowestOf = (fonts: readonly [Font, ...Font[]]): Font =>
  fonts.reduce((narrow, font) => (font.pitch < narrow.pitch ? font : narrow));

// Advance widths of ZPL's font 0, which is proportional and scalable, in thousandths of its height. Every other
// character of Windows-1252 is 500.
const widths: readonly [number, string][] = [
  [250, " '\\|¦"],
  [278, "/:;IfijltÌÍÎÏìíîï‚‹‘’›{}"],
  [300, "ª²³¹º"],
  [333, '!"(),.[]`r¡¨¯´·¸ˆ˜'],
  [390, "zž"],
  [400, "°"],
  [420, "•"],
  [445, "Jcksvxyçýÿš"],
  [556, "ABCKPSVXYÀÁÂÃÄÅÇÝÞŠŸ¶"],
  [611, "DGHNOQRUÐÑÒÓÔÕÖØÙÚÛÜ"],
  [668, "&w"],
  [750, "æœ¼½¾"],
  [800, "-MmÆ"],
  [860, "%@WŒ©®™"],
  [1000, "…—"],
  [1111, "‰"],
];
const widthIn1000 = new Map(
  widths.flatMap(([width, characters]) => [...characters].map((character) => [character, width] as const)),
);
// Firmware differs in how it rounds a glyph's width to dots.
const reserve = 1.03;
const digitsHeight = (module: number): number => module * 14;

const scaled = (height: number): Font => ({ height, pitch: height, name: "0N" });

export const zplFace: Face = {
  widestModule: { ean13: 10, code128: 10 },
  digitsHeight,
  fonts(lowest, highest) {
    const largest = Math.max(1, Math.round(highest));
    const steps = Math.max(0, largest - Math.round(lowest));
    return [scaled(largest), ...Array.from({ length: steps }, (_, step) => scaled(largest - step - 1))];
  },
  unitsOf: (character) => widthIn1000.get(character) ?? 500,
  dots: (thousandths, { height }) => Math.ceil((thousandths / 1000) * height * reserve),
};

// EPL2's fonts 1 to 4, of fixed pitch, and the whole numbers that they are magnified by: coarse fonts soon look ugly.
// Font 5 has no lower-case letters.
const enlarged = [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4, 5, 6]];
const cells = {
  8: { pitches: [10, 12, 14, 16], heights: [12, 16, 20, 24] },
  12: { pitches: [12, 16, 20, 24], heights: [20, 28, 36, 44] },
} as const;
const printHead = (dotsPerMm: number): keyof typeof cells => (dotsPerMm === 12 ? 12 : 8);

/** The pitch and height in dots of an EPL font by its number, not magnified; font 1's for an unknown number. */
export function eplCell(dotsPerMm: number, font: number): { pitch: number; height: number } {
  const { pitches, heights } = cells[printHead(dotsPerMm)];
  return { pitch: pitches[font - 1] ?? pitches[0], height: heights[font - 1] ?? heights[0] };
}

const bitmapFonts = (dotsPerMm: number): Font[] =>
  enlarged
    .flatMap((factors, index) => {
      const { pitch, height } = eplCell(dotsPerMm, index + 1);
      // Letters stretched to twice their height are still legible.
      return factors.flatMap((across) =>
        [across, across + 1].map((down) => ({
          ...{ height: height * down, pitch: pitch * across, name: `${index + 1},${across},${down}` },
          distortion: down - across,
        })),
      );
    })
    // Of equal heights, natural proportions first, then the more finely drawn.
    .toReversed()
    .sort((one, other) => other.height - one.height || one.distortion - other.distortion);

const sorted = { 8: bitmapFonts(8), 12: bitmapFonts(12) };

/**
 * Start of a command in languages other than EPL: a printer set to ZPL interprets `^` and `~`
 * wherever they are, and one that takes settings, or CPCL, reads them after `! `.
 */
export const foreignCommand = /[\^~]|! /;

export const eplFace = (dotsPerMm: number): Face => ({
  fonts(lowest, highest) {
    const all = sorted[printHead(dotsPerMm)];
    const upTo = all.filter(({ height }) => height <= Math.round(highest));
    const [first, ...others] = upTo.filter(({ height }) => height >= Math.round(lowest));
    // Sizes come in steps: if none is in range, take the next smaller one.
    return first ? [first, ...others] : [upTo[0] ?? { ...eplCell(dotsPerMm, 1), name: "1,1,1" }];
  },
  widestModule: { ean13: 4, code128: 10 },
  digitsHeight,
  unfitForBars: foreignCommand,
  unitsOf: () => 1,
  dots: (letters, { pitch }) => letters * pitch,
});
