import { shorten } from "#app/core/values/values.ts";
import type { Limits } from "../label.ts";
import { moduleWidths, type SizedSymbol, symbolOf, symbolWidth } from "./barcode.ts";
import type { Face } from "./face.ts";
import { type Setting, setIn, setPrice, setText, setWhole } from "./fit.ts";
import {
  type Box,
  cutNotices,
  type Drawing,
  formerLeftOut,
  type LabelElement,
  type LabelTexts,
  type Sheet,
  smallestText,
} from "./sheet.ts";

/** Layouts that are equally good but for the place of the price; scales are against the largest sizes. */
type Step = {
  bars: SizedSymbol | undefined;
  nameScale: number;
  priceScale: number;
  /** The most lines of the name; a longer one is cut if `mayCut`, and the bars may be lower. */
  nameLines: number;
  mayCut: boolean;
};

/** `priceHeight`: of the price's font, in dots. */
type Arrangement = Drawing & { priceHeight: number };

/** A block as wide as its place; `draw` places it at `top`. */
type Block = { height: number; draw(top: number): LabelElement[] };

/** The least height of bars on the default media, and of any bars: scanners have trouble with lower ones. */
const [usualBarsMm, lowestBarsMm] = [5.5, 4.5];

/** The largest type on the default media, in millimetres; the price is the largest, the size the second largest. */
const largest = { name: 4.2, size: 5.4, details: 2.8, priceOnSmall: 7.6, price: 9, priceBeside: 11 } as const;

/**
 * Lays out name, colour, size, price and barcode, the price within `price` and beside the bars if `isPriceBeside`, else
 * beside size and colour above them, in each way of setting size and colour; none if they don't fit.
 */
function arrange(
  face: Face,
  sheet: Sheet,
  texts: LabelTexts,
  { bars, isPriceBeside, mayCut, price, ...step }: Step & { isPriceBeside: boolean; price: Limits },
): Arrangement[] {
  const { mm, inner, margin, scale: base } = sheet;
  const shrunk = Math.min(1, base);
  const lowest = mm(smallestText);
  const upTo = (height: number) => Math.max(lowest, mm(height * base));
  const [nameFont] = face.fonts(lowest, upTo(largest.name * step.nameScale));
  const name = setIn(face, texts.name, nameFont, { width: inner, lines: step.nameLines });
  if (name.cut && !mayCut) return [];

  const across: Box = { x: margin, width: inner, align: "left" };
  const barsTake = bars ? symbolWidth(bars) : 0;
  const digits = bars ? face.digitsHeight(bars.module) : 0;
  const number = bars
    ? undefined
    : setWhole(face, texts.code, { width: inner, lowest, highest: mm(3 * base) });
  const leastBars = Math.max(lowestBarsMm, (mayCut ? lowestBarsMm : usualBarsMm) * base);
  const least = bars ? mm(leastBars) + digits : (number?.height ?? 0);
  const most = bars ? Math.max(least, mm(13 * base) + digits) : least;
  const gutter = mm(2 * shrunk);
  const priceBox: Box = isPriceBeside
    ? { x: margin + barsTake + gutter, width: inner - barsTake - gutter, align: "right" }
    : { ...across, width: Math.floor(inner * 0.64) };
  if (priceBox.width <= 0 || (isPriceBeside && !bars)) return [];
  // On small labels the bars need the height.
  const priceMm = isPriceBeside
    ? largest.priceBeside
    : Math.min(largest.price, largest.priceOnSmall * Math.max(1, base));
  const amount = setPrice(face, texts, {
    ...{ sheet, width: priceBox.width, lowest: Math.max(price.lowest, mm(2.5 * shrunk)) },
    highest: Math.max(price.lowest, Math.min(price.highest, upTo(priceMm * step.priceScale))),
  });
  if (!amount || amount.size < price.lowest) return [];

  const nameBlock: Block = { height: name.height, draw: (top) => name.draw(across, top) };
  const barsAt = (x: number, top: number, height: number): LabelElement[] =>
    bars
      ? [
          {
            ...{ kind: "bars", ...bars, digits, height: Math.floor(height - digits) },
            ...{ x: Math.round(x + bars.symbol.quiet[0] * bars.module), y: Math.round(top) },
          },
        ]
      : [];
  const withPrice = (details: Block): Block => {
    const height = Math.max(amount.height, details.height);
    return {
      height,
      draw: (top) => [
        ...details.draw(top + height - details.height),
        ...amount.draw({ ...across, align: "right" }, top + height - amount.height),
      ],
    };
  };
  const place = (details: Block) =>
    isPriceBeside
      ? placeBlocks(sheet, [nameBlock, details], {
          least: Math.max(least, amount.height),
          most: Math.max(most, amount.height),
          draw: (top, room) => [
            ...barsAt(margin, top, room),
            ...amount.draw(priceBox, top + Math.max(0, (room - digits - amount.height) / 2)),
          ],
        })
      : placeBlocks(sheet, [nameBlock, withPrice(details)], {
          ...{ least, most },
          draw: (top, room) => number?.draw(across, top) ?? barsAt((sheet.width - barsTake) / 2, top, room),
        });

  const width = isPriceBeside || amount.width === 0 ? inner : inner - amount.width - gutter;
  const limits = {
    lowest: Math.max((texts.name === "" ? face.fonts(lowest, lowest)[0] : nameFont).height, amount.former),
    highest: texts.price === "" ? upTo(largest.size) : amount.size,
  };
  return detailsOf(face, sheet, texts, { width, ...limits, mayCut }).flatMap((details) => {
    const elements = place(details);
    const notices = [...cutNotices("name", texts.name, name), ...details.notices];
    return elements ? { priceHeight: amount.size, elements, notices } : [];
  });
}

type Details = Block & { notices: string[] };

/**
 * The size, as large as fits, and in small type beside or below it the colour and the range that the size belongs to,
 * in each way that they fit, the best first. The range is left out before anything is cut, the colour is cut if
 * it has to be, the size never.
 */
function detailsOf(
  face: Face,
  { mm, margin, scale }: Sheet,
  texts: LabelTexts,
  { width, lowest, highest, mayCut }: { width: number; lowest: number; highest: number; mayCut: boolean },
): Details[] {
  if (width <= 0) return [];
  const hasSize = texts.size !== "";
  const smallest = mm(smallestText);
  const upTo = (height: number) => Math.max(smallest, Math.min(highest, mm(height * scale)));
  const size = setWhole(face, texts.size, { width, lowest, highest: Math.max(lowest, upTo(largest.size)) });
  if (!size) return [];
  const { font } = size;
  if (hasSize && (font.height < lowest || font.height > highest)) return [];
  const sizeWidth = hasSize ? size.width() + mm(1.2 * Math.min(1, scale)) : 0;
  const aside: Box = { x: margin + sizeWidth, width: Math.max(0, width - sizeWidth), align: "left" };
  const below: Box = { x: margin, width, align: "left" };
  const highestSmall = Math.min(hasSize ? font.height : highest, upTo(largest.details));
  const small = (text: string, box: Box, lines = 1) =>
    setText(face, text, { width: box.width, lines, lowest: smallest, highest: highestSmall });

  const { colour, range } = texts;
  /** The size with texts beside it, centred on each other, and one below them. */
  const detailsWith = (alongside: readonly Setting[], under?: Setting, notices: string[] = []): Details => {
    const sum = alongside.reduce((height, set) => height + set.height, 0);
    const first = Math.max(size.height, sum);
    return {
      notices,
      height: first + (under?.height ?? 0),
      draw(top) {
        let down = top + Math.max(0, (size.height - sum) / 2);
        return [
          ...size.draw(below, top + Math.max(0, (sum - size.height) / 2)),
          ...alongside.flatMap((set) => {
            down += set.height;
            return set.draw(aside, down - set.height);
          }),
          ...(under?.draw(below, top + first) ?? []),
        ];
      },
    };
  };
  const rangeAside = small(range, aside);
  const colourAside = small(colour, aside);
  const colourBelow = small(colour, below, 2);
  const both = small([colour, range].filter(Boolean).join(" "), below, 2);
  const noRange =
    range === "" ? [] : [`The size is printed without its range ${shorten(range, 60)}: it finds no room.`];
  const cutOf = (set: Setting) => [...noRange, ...cutNotices("colour", colour, set)];
  return [
    ...(rangeAside.cut || colourAside.cut ? [] : [detailsWith([colourAside, rangeAside])]),
    ...(rangeAside.cut || colourBelow.cut ? [] : [detailsWith([rangeAside], colourBelow)]),
    ...(both.cut ? [] : [detailsWith([], both)]),
    ...(colourAside.cut ? [] : [detailsWith([colourAside], undefined, noRange)]),
    ...(colourBelow.cut && !mayCut ? [] : [detailsWith([], colourBelow, cutOf(colourBelow))]),
    ...(mayCut ? [detailsWith([colourAside], undefined, cutOf(colourAside))] : []),
  ];
}

/** Stacks the blocks, the last one stretched within its limits, and distributes the remaining space between them. */
function placeBlocks(
  { height, margin, mm, scale }: Sheet,
  blocks: readonly Block[],
  last: { least: number; most: number; draw(top: number, height: number): LabelElement[] },
): LabelElement[] | undefined {
  const visible = blocks.filter((block) => block.height > 0);
  const narrowest = mm(0.8 * Math.min(1, scale));
  const usedHeight = visible.reduce((sum, block) => sum + block.height + narrowest, 0);
  const free = height - 2 * margin - usedHeight;
  if (free < last.least) return undefined;
  const stretched = Math.min(last.most, free);
  // Remaining space goes between the blocks first, then above and below all.
  const spare = free - stretched;
  const gap = narrowest + Math.min(visible.length === 0 ? 0 : spare / visible.length, mm(2 * scale));
  let top = margin + (spare - (gap - narrowest) * visible.length) / 2;
  const elements: LabelElement[] = [];
  for (const block of visible) {
    elements.push(...block.draw(top));
    top += block.height + gap;
  }
  return [...elements, ...last.draw(top, stretched)];
}

/** Scales of the name that are good to read, and those for names that find no room even with the narrowest bars. */
const good = [1, 0.95, 0.9, 0.85];
const small = [0.8, 0.75, 0.7, 0.65, 0.6];
const [leastGood, smallest] = [0.85, 0.6];
const priceScales = [1, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3];

const whole = { priceScale: 1, nameLines: 5, mayCut: false };

/**
 * From the best layouts to those that just fit, the name's size never growing, so that a longer name is never the
 * larger one: more lines before smaller type, lower and narrower bars before type that is hard to read. A name that is
 * cut in the end takes no bars with it.
 */
function stepsOf(sized: readonly (SizedSymbol | undefined)[]): Step[] {
  const [widest, ...narrower] = sized;
  return [
    ...good.map((nameScale) => ({ ...whole, nameScale, bars: widest })),
    ...narrower.map((bars) => ({ ...whole, nameScale: leastGood, bars })),
    ...small.flatMap((nameScale) => sized.map((bars) => ({ ...whole, nameScale, bars }))),
    ...priceScales.flatMap((priceScale) =>
      sized.flatMap((bars) =>
        [3, 2, 1].map((nameLines) => ({ nameScale: smallest, priceScale, nameLines, mayCut: true, bars })),
      ),
    ),
  ];
}

/**
 * The default design: name, size, colour and price above or beside the barcode (labels#common). The price is not
 * smaller for a former one, which is left out if it would take room from the rest.
 */
export function arrangeCommon(face: Face, sheet: Sheet, texts: LabelTexts): Drawing {
  const plain = arrangeAll(face, sheet, { ...texts, was: "" });
  if (texts.was === "") return plain;
  const former = arrangeAll(face, sheet, texts, plain.priceHeight);
  if (former.priceHeight > 0 && former.notices.every((notice) => plain.notices.includes(notice)))
    return former;
  return { ...plain, notices: [formerLeftOut(texts), ...plain.notices] };
}

function arrangeAll(face: Face, sheet: Sheet, texts: LabelTexts, leastPrice = 0): Arrangement {
  const { symbol, notice } = symbolOf(texts.code, face.unfitForBars);
  const sized = symbol
    ? moduleWidths(sheet.media, face.widestModule[symbol.kind]).map((module) => ({ symbol, module }))
    : [];
  const fitting = sized.filter((bars) => symbolWidth(bars) <= sheet.width - sheet.margin);
  const arranged = (of: LabelTexts, step: Step, price: Limits) =>
    [false, true]
      .flatMap((isPriceBeside) => arrange(face, sheet, of, { ...step, isPriceBeside, price }))
      .sort(
        (one, other) => one.notices.length - other.notices.length || other.priceHeight - one.priceHeight,
      )[0];
  const firstOf = (of: LabelTexts, bars: readonly (SizedSymbol | undefined)[]) => {
    for (const step of stepsOf(bars)) {
      const lowest = Math.max(leastPrice, Math.floor(usual * step.priceScale * leastGood));
      const found = arranged(of, step, { lowest, highest: leastPrice || usual || any.highest });
      if (found) return found;
    }
    return undefined;
  };
  const any: Limits = { lowest: leastPrice, highest: Number.POSITIVE_INFINITY };
  // Bars that find no room beside the shortest name would make every name small.
  const short = { ...texts, name: texts.name.slice(0, 1) };
  const shortest = fitting.map((bars) => arranged(short, { ...whole, nameScale: leastGood, bars }, any));
  const start = shortest.findIndex(Boolean);
  const usable = fitting.slice(Math.max(0, start));
  // Nor does a longer name make the price much smaller, or larger.
  const usual = shortest[start]?.priceHeight ?? 0;
  const noSize = { ...texts, size: "", range: "" };
  const needed = Math.ceil(Math.min(...sized.map(symbolWidth)) / sheet.media.dotsPerMm);
  const shortage = fitting.length === 0 ? `needs ${needed} mm across` : "finds no room beside the texts";
  const noBars = symbol
    ? `The barcode ${shorten(texts.code, 60)} ${shortage}: the label shows its number only.`
    : notice;
  const code = symbol ? texts.code : "";
  const sizeLeftOut = `The size ${shorten(texts.size, 60)} does not fit: the label is without it.`;
  const priceless = `The price ${shorten(texts.price, 60)} does not fit: the label is without it.`;
  const fallbacks: [LabelTexts, readonly (SizedSymbol | undefined)[], (string | undefined)[]][] = [
    [texts, usable, [notice]],
    [noSize, usable, [sizeLeftOut, notice]],
    [{ ...texts, code }, [undefined], [noBars]],
    [{ ...noSize, code }, [undefined], [noBars, sizeLeftOut]],
    // A cut price is a wrong price.
    [{ ...texts, code, price: "", was: "" }, [undefined], [noBars, priceless]],
    [{ ...noSize, code, price: "", was: "" }, [undefined], [noBars, sizeLeftOut, priceless]],
  ];
  for (const [of, bars, notices] of fallbacks) {
    const found = bars.length === 0 ? undefined : firstOf(of, bars);
    if (found) return { ...found, notices: [...found.notices, ...notices.flatMap((one) => one ?? [])] };
  }
  return { priceHeight: 0, elements: [], notices: [...(noBars ? [noBars] : []), priceless] };
}
