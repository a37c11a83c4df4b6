import type { BarcodeSymbol } from "./barcode.ts";

/**
 * How a printer writes: the fonts a language has on a print head, and how wide they set a text, whose characters
 * are all printable ones. All lengths in dots.
 */
export type Face<Font extends { height: number }> = {
  /** The fonts from `lowest` to `highest` high, the largest first; never none. */
  fonts(lowest: number, highest: number): readonly [Font, ...Font[]];
  /** Of such fonts the one that takes the least width. */
  narrowest(fonts: readonly [Font, ...Font[]]): Font;
  widthOf(text: string, font: Font): number;
  /** The widest that the language lets a symbol's narrowest bar be. */
  widestModule: Readonly<Record<BarcodeSymbol["kind"], number>>;
  /** What bars cannot hold, since the language has no other way to write it. */
  unfitForBars?: RegExp;
  /** How many characters from a text's start are no wider than that. */
  maxStartLength(text: string, font: Font, width: number): number;
};

/** Font 0 of ZPL: proportional, and of any size. */
export type ScalableFont = { height: number };

// Advance widths of font 0 in thousandths of its height. Every other character of Windows-1252 is 500.
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
const dots = (thousandths: number, height: number) => Math.ceil((thousandths / 1000) * height * reserve);

export const zplFace: Face<ScalableFont> = {
  widestModule: { ean13: 10, code128: 10 },
  fonts(lowest, highest) {
    const largest = Math.max(1, Math.round(highest));
    const steps = Math.max(0, largest - Math.round(lowest));
    return [
      { height: largest },
      ...Array.from({ length: steps }, (_, step) => ({ height: largest - step - 1 })),
    ];
  },
  narrowest: (fonts) => fonts.at(-1) ?? fonts[0],
  widthOf(text, { height }) {
    let sum = 0;
    for (const character of text) sum += widthIn1000.get(character) ?? 500;
    return dots(sum, height);
  },
  maxStartLength(text, { height }, width) {
    let sum = 0;
    let length = 0;
    for (const character of text) {
      sum += widthIn1000.get(character) ?? 500;
      if (dots(sum, height) > width) break;
      length += 1;
    }
    return length;
  },
};

/** A font of EPL2: fixed pitch, enlarged by whole numbers. */
export type BitmapFont = { height: number; pitch: number; name: number; across: number; down: number };

// Fonts 1 to 4, their pitch and height, and how far they are enlarged: a coarse one grows ugly soon. Font 5 has
// no small letters.
const cells = {
  8: [
    { name: 1, pitch: 10, height: 12, enlarged: [1] },
    { name: 2, pitch: 12, height: 16, enlarged: [1, 2] },
    { name: 3, pitch: 14, height: 20, enlarged: [1, 2, 3] },
    { name: 4, pitch: 16, height: 24, enlarged: [1, 2, 3, 4, 5, 6] },
  ],
  12: [
    { name: 1, pitch: 12, height: 20, enlarged: [1] },
    { name: 2, pitch: 16, height: 28, enlarged: [1, 2] },
    { name: 3, pitch: 20, height: 36, enlarged: [1, 2, 3] },
    { name: 4, pitch: 24, height: 44, enlarged: [1, 2, 3, 4, 5, 6] },
  ],
} as const;
/** The pitch and height in dots of an EPL font by its number, not enlarged; font 1's for an unknown number. */
export function eplCell(dotsPerMm: keyof typeof cells, font: number): { pitch: number; height: number } {
  const { pitch, height } = cells[dotsPerMm].find(({ name }) => name === font) ?? cells[dotsPerMm][0];
  return { pitch, height };
}

const distortion = ({ across, down }: BitmapFont) => down - across;
// Of the same height, letters in their own proportions first, and of these the more finely drawn.
const byHeight = (one: BitmapFont, other: BitmapFont) =>
  other.height - one.height || distortion(one) - distortion(other) || other.name - one.name;

const bitmapFonts = (dotsPerMm: keyof typeof cells): BitmapFont[] =>
  cells[dotsPerMm]
    .flatMap(({ name, pitch, height, enlarged }) =>
      enlarged.flatMap((across) =>
        // Letters up to twice as tall as the font draws them are still good to read.
        [across, across + 1].map((down) => ({
          name,
          across,
          down,
          pitch: pitch * across,
          height: height * down,
        })),
      ),
    )
    .sort(byHeight);

const smallest = {
  8: { ...eplCell(8, 1), name: 1, across: 1, down: 1 },
  12: { ...eplCell(12, 1), name: 1, across: 1, down: 1 },
};
const sorted = { 8: bitmapFonts(8), 12: bitmapFonts(12) };

/**
 * How a command begins in the languages beside EPL: a printer that reads ZPL takes `^` and `~` for it wherever they are,
 * and one that takes settings, or CPCL, reads them after `! `.
 */
export const foreignCommand = /[\^~]|! /;

export const eplFace = (dotsPerMm: keyof typeof cells): Face<BitmapFont> => ({
  fonts(lowest, highest) {
    const all = sorted[dotsPerMm];
    const upTo = all.filter(({ height }) => height <= Math.round(highest));
    const [first, ...others] = upTo.filter(({ height }) => height >= Math.round(lowest));
    // Sizes come in steps: where none is in between, the next smaller one serves.
    return first ? [first, ...others] : [upTo[0] ?? smallest[dotsPerMm]];
  },
  // A tall one can be narrower than a low one: it is a smaller font, drawn taller.
  narrowest: (fonts) => fonts.reduce((narrow, font) => (font.pitch < narrow.pitch ? font : narrow)),
  widestModule: { ean13: 4, code128: 10 },
  unfitForBars: foreignCommand,
  widthOf: (text, { pitch }) => text.length * pitch,
  maxStartLength: (text, { pitch }, width) => Math.min(text.length, Math.max(0, Math.floor(width / pitch))),
});
