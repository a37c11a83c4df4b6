import { type BarcodeSymbol, digitsHeight, symbolWidth } from "./barcode.ts";
import type { LabelElement } from "./drawing.ts";
import type { Face } from "./face.ts";
import { type Setting, setText, setWhole } from "./fit.ts";
import { type Box, linesAt, type PriceBlock, setPrice, widthIn } from "./priceBlock.ts";
import { type LabelTexts, type Sheet, smallestText } from "./sheet.ts";

/**
 * One layout to try: the price beside or above the bars, the maximum number of lines of the name, the scale of texts,
 * and the minimum heights of bars and price, in millimetres on the default media.
 */
export type Attempt = {
  beside: boolean;
  nameLines: number;
  scale: number;
  barsMm: number;
  priceMm: number;
};

export type Arrangement<Font> = {
  nameLines: number;
  priceHeight: number;
  elements: LabelElement<Font>[];
  cuts: [what: string, text: string, cut: boolean][];
};

/** A barcode, its narrowest bar being `module` dots wide. */
export type SizedSymbol = { symbol: BarcodeSymbol; module: number };

/** A block as wide as the label; `draw` places it at `top`. */
type Block<Font> = { height: number; draw(top: number): LabelElement<Font>[] };

// Scanners have trouble with lower bars.
const lowestBarsMm = 4.5;

/** Lays out name, colour, size, price and barcode; undefined if they don't fit this way. */
export function arrange<Font extends { height: number }>(
  face: Face<Font>,
  sheet: Sheet,
  texts: LabelTexts,
  bars: SizedSymbol | undefined,
  attempt: Attempt,
): Arrangement<Font> | undefined {
  const { mm, inner, margin, scale: base } = sheet;
  const scale = base * attempt.scale;
  const shrunk = Math.min(1, base);
  const lowest = mm(smallestText);
  const words = (text: string, width: number, lines: number, highest: number) =>
    setText(face, text, { width, lines, lowest, highest: Math.max(lowest, mm(highest * scale)) });
  const amountIn = (width: number, highest: number) =>
    setPrice(face, texts, {
      sheet,
      width,
      lowest: mm(attempt.priceMm * shrunk),
      highest: mm(highest * scale),
    });

  const across: Box = { x: margin, width: inner, align: "left" };
  const opposite: Box = { ...across, align: "right" };
  const name = words(texts.name, inner, attempt.nameLines, 4.2);
  const barsTake = bars ? symbolWidth(bars.symbol, bars.module) : 0;
  const digits = bars ? digitsHeight(bars.module) : 0;
  const least = bars ? mm(Math.max(lowestBarsMm, attempt.barsMm * shrunk)) + digits : 0;
  const most = bars ? Math.max(least, mm(13 * base) + digits) : 0;
  const gutter = mm(2 * shrunk);
  const nameBlock: Block<Font> = { height: name.height, draw: (top) => linesAt(name, across, top) };
  const barsAt = (x: number, top: number, height: number): LabelElement<Font>[] =>
    bars
      ? [
          {
            kind: "bars",
            ...bars,
            x: Math.round(x + bars.symbol.quiet[0] * bars.module),
            y: Math.round(top),
            height: Math.floor(height - digits),
          },
        ]
      : [];

  const arranged = (
    elements: LabelElement<Font>[] | undefined,
    { size: priceHeight }: PriceBlock<Font>,
    others: { colour: Setting<Font>; size: Setting<Font> },
  ): Arrangement<Font> | undefined =>
    elements && {
      nameLines: attempt.nameLines,
      priceHeight,
      elements,
      cuts: cutsOf(texts, { name, ...others }),
    };

  if (attempt.beside) {
    if (!bars) return undefined;
    const besideBars: Box = {
      x: margin + barsTake + gutter,
      width: inner - barsTake - gutter,
      align: "right",
    };
    const amount = besideBars.width > 0 ? amountIn(besideBars.width, 11) : undefined;
    if (!amount) return undefined;
    const size = words(texts.size, Math.floor(inner * 0.45), 1, 4.2);
    const colour = words(texts.colour, inner - widthIn(face, size) - gutter, 1, 3.4);
    const row: Block<Font> = {
      height: Math.max(size.height, colour.height),
      draw: (top) => [
        ...linesAt(colour, across, top + Math.max(0, size.height - colour.height)),
        ...linesAt(size, opposite, top + Math.max(0, colour.height - size.height)),
      ],
    };
    const placed = placeBlocks(sheet, [nameBlock, row], {
      least: Math.max(least, amount.height),
      most: Math.max(most, amount.height),
      draw: (top, height) => [
        ...barsAt(margin, top, height),
        ...amount.draw(besideBars, top + Math.max(0, (height - digits - amount.height) / 2)),
      ],
    });
    return arranged(placed, amount, { colour, size });
  }

  const amount = amountIn(Math.floor(inner * 0.64), 9);
  if (!amount) return undefined;
  const left = inner - amount.width - gutter;
  const colour = words(texts.colour, left, 1, 3.4);
  const size = words(texts.size, left, 1, 4.6);
  const height = Math.max(amount.height, colour.height + size.height);
  const band: Block<Font> = {
    height,
    draw: (top) => [
      ...linesAt(colour, across, top + (height - colour.height - size.height) / 2),
      ...linesAt(size, across, top + (height + colour.height - size.height) / 2),
      ...amount.draw(opposite, top + (height - amount.height) / 2),
    ],
  };
  const number = bars
    ? undefined
    : setWhole(face, texts.code, { width: inner, lowest, highest: mm(3 * base) });
  const placed = placeBlocks(sheet, [nameBlock, band], {
    least: number?.height ?? least,
    most: number?.height ?? most,
    draw: (top, room) =>
      number ? linesAt(number, across, top) : barsAt((sheet.width - barsTake) / 2, top, room),
  });
  return arranged(placed, amount, { colour, size });
}

const cutsOf = (
  texts: LabelTexts,
  { name, colour, size }: Record<"name" | "colour" | "size", { cut: boolean }>,
): [string, string, boolean][] => [
  ["name", texts.name, name.cut],
  ["colour", texts.colour, colour.cut],
  ["size", texts.size, size.cut],
];

/** A block that takes the remaining height, within limits. */
type Stretching<Font> = {
  least: number;
  most: number;
  draw(top: number, height: number): LabelElement<Font>[];
};

/** Stacks the blocks, the stretching one last, and distributes the remaining space between them. */
function placeBlocks<Font>(
  { height, margin, mm, scale }: Sheet,
  blocks: readonly Block<Font>[],
  last: Stretching<Font>,
): LabelElement<Font>[] | undefined {
  const shown = blocks.filter((block) => block.height > 0);
  const narrowest = mm(0.8 * Math.min(1, scale));
  const taken = shown.reduce((sum, block) => sum + block.height + narrowest, 0);
  const free = height - 2 * margin - taken;
  if (free < last.least) return undefined;
  const stretched = Math.min(last.most, free);
  // Remaining space goes between the blocks first, then above and below all.
  const spare = free - stretched;
  const gap = narrowest + Math.min(shown.length === 0 ? 0 : spare / shown.length, mm(2 * scale));
  let top = margin + (spare - (gap - narrowest) * shown.length) / 2;
  const elements: LabelElement<Font>[] = [];
  for (const block of shown) {
    elements.push(...block.draw(top));
    top += block.height + gap;
  }
  return [...elements, ...last.draw(top, stretched)];
}
