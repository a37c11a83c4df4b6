import type { BarcodeSymbol } from "./barcode.ts";

/**
 * The fonts of a language on a print head and their text widths; all characters are printable. All lengths in dots.
 */
export type Face<Font extends { height: number }> = {
  /** The fonts from `lowest` to `highest` high, the largest first; never empty. */
  fonts(lowest: number, highest: number): readonly [Font, ...Font[]];
  /** The font of the smallest width. */
  narrowest(fonts: readonly [Font, ...Font[]]): Font;
  widthOf(text: string, font: Font): number;
  /** The language's maximum width of a symbol's narrowest bar. */
  widestModule: Readonly<Record<BarcodeSymbol["kind"], number>>;
  /** Height of the digits below a symbol's bars. */
  digitsHeight(module: number): number;
  /** Characters that the language can't encode in a barcode. */
  unfitForBars?: RegExp;
  /** The number of leading characters that fit into `width`. */
  maxStartLength(text: string, font: Font, width: number): number;
};

/** Font 0 of ZPL: proportional and scalable. */
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
const digitsHeight = (module: number): number => module * 14;
const dots = (thousandths: number, height: number) => Math.ceil((thousandths / 1000) * height * reserve);

export const zplFace: Face<ScalableFont> = {
  widestModule: { ean13: 10, code128: 10 },
  digitsHeight,
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

/** A font of EPL2: fixed pitch, magnified by whole numbers. */
export type BitmapFont = { height: number; pitch: number; name: number; across: number; down: number };

// Fonts 1 to 4 with pitch, height and maximum magnification: coarse fonts soon look ugly. Font 5
// has no lower-case letters.
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
const printHead = (dotsPerMm: number): keyof typeof cells => (dotsPerMm === 12 ? 12 : 8);

/** The pitch and height in dots of an EPL font by its number, not magnified; font 1's for an unknown number. */
export function eplCell(dotsPerMm: number, font: number): { pitch: number; height: number } {
  const known = cells[printHead(dotsPerMm)];
  const { pitch, height } = known.find(({ name }) => name === font) ?? known[0];
  return { pitch, height };
}

const distortion = ({ across, down }: BitmapFont) => down - across;
// Of equal heights, natural proportions first, then the more finely drawn.
const byHeight = (one: BitmapFont, other: BitmapFont) =>
  other.height - one.height || distortion(one) - distortion(other) || other.name - one.name;

const bitmapFonts = (dotsPerMm: keyof typeof cells): BitmapFont[] =>
  cells[dotsPerMm]
    .flatMap(({ name, pitch, height, enlarged }) =>
      enlarged.flatMap((across) =>
        // Letters stretched to twice their height are still legible.
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
 * Start of a command in languages other than EPL: a printer set to ZPL interprets `^` and `~`
 * wherever they are, and one that takes settings, or CPCL, reads them after `! `.
 */
export const foreignCommand = /[\^~]|! /;

export const eplFace = (dotsPerMm: number): Face<BitmapFont> => ({
  fonts(lowest, highest) {
    const all = sorted[printHead(dotsPerMm)];
    const upTo = all.filter(({ height }) => height <= Math.round(highest));
    const [first, ...others] = upTo.filter(({ height }) => height >= Math.round(lowest));
    // Sizes come in steps: if none is in range, take the next smaller one.
    return first ? [first, ...others] : [upTo[0] ?? smallest[printHead(dotsPerMm)]];
  },
  // A tall font can be narrower than a low one: a smaller font, stretched.
  narrowest: (fonts) => fonts.reduce((narrow, font) => (font.pitch < narrow.pitch ? font : narrow)),
  widestModule: { ean13: 4, code128: 10 },
  digitsHeight,
  unfitForBars: foreignCommand,
  widthOf: (text, { pitch }) => text.length * pitch,
  maxStartLength: (text, { pitch }, width) => Math.min(text.length, Math.max(0, Math.floor(width / pitch))),
});
