import { shorten } from "#app/values/values.ts";
import { moduleWidths, symbolOf, symbolWidth } from "./barcode.ts";
import { type Arrangement, type Attempt, arrange, type SizedSymbol } from "./commonArrangement.ts";
import type { Drawing } from "./drawing.ts";
import type { Face } from "./face.ts";
import { cutNotices, formerLeftOut, type LabelTexts, type Sheet } from "./sheet.ts";

/**
 * Scales of the texts, step by step. All scales of the first step look good: the larger price decides between them,
 * since a language with few font sizes may find a larger one at the smaller scale.
 */
const scales = [[1, 0.85], [0.7], [0.6]];
/** Texts are not scaled below this to make the bars wider. */
const smallestForBars = 0.85;

const shapes = [2, 1].flatMap((nameLines) => [false, true].map((beside) => ({ nameLines, beside })));

/** From the best-looking layouts to those that just fit; the layouts of one step are equally good. */
const steps: readonly (readonly Attempt[])[] = [
  { barsMm: 8, priceMm: 4 },
  { barsMm: 5, priceMm: 2.5 },
].flatMap((least) =>
  scales.map((equal) => equal.flatMap((scale) => shapes.map((shape) => ({ ...shape, ...least, scale })))),
);

const goodSteps = (smallest: number) =>
  steps.filter((step) => step.every(({ scale, barsMm }) => scale >= smallest && barsMm >= 8));
const plainSteps = goodSteps(smallestForBars);
/**
 * With a former price above the price both are smaller; otherwise common label sizes could not have
 * bars of the usual size.
 */
const formerSteps = goodSteps(0.6);

const isCut = ({ cuts }: Arrangement<unknown>) => cuts.some(([, , cut]) => cut);

/**
 * The default design: name, colour and size above, barcode and price below (labels#common). A
 * former price is left out if it would take room from the rest.
 */
export function arrangeCommon<Font extends { height: number }>(
  face: Face<Font>,
  sheet: Sheet,
  texts: LabelTexts,
): Drawing<Font> {
  const whole = arrangeAll(face, sheet, texts);
  if (texts.was === "" || whole.notices.length === 0) return whole;
  const plain = arrangeAll(face, sheet, { ...texts, was: "" });
  if (whole.notices.every((notice) => plain.notices.includes(notice))) return whole;
  return { ...plain, notices: [formerLeftOut(texts), ...plain.notices] };
}

function arrangeAll<Font extends { height: number }>(
  face: Face<Font>,
  sheet: Sheet,
  texts: LabelTexts,
): Drawing<Font> {
  const { symbol, notice } = symbolOf(texts.code, face.unfitForBars);
  const notes = notice === undefined ? [] : [notice];
  const widest = sheet.width - sheet.margin;
  const sized = symbol
    ? moduleWidths(sheet.media, face.widestModule[symbol.kind]).map((module) => ({ symbol, module }))
    : [];
  const across = sized.map(({ symbol, module }) => symbolWidth(symbol, module));
  const needed = Math.min(...across);
  const fitting = sized.filter((_, index) => (across[index] ?? 0) <= widest);
  if (fitting.length > 0) {
    const arranged = withWidestBars(
      fitting,
      texts.was === "" ? plainSteps : formerSteps,
      (bars) => (attempt) => arrange(face, sheet, texts, bars, attempt),
    );
    if (arranged) return { elements: arranged.elements, notices: [...cutNotices(arranged.cuts), ...notes] };
  }
  const shortage =
    fitting.length === 0
      ? `needs ${Math.ceil(needed / sheet.media.dotsPerMm)} mm across`
      : "finds no room beside the texts";
  const missing = symbol
    ? [`The barcode ${shorten(texts.code, 60)} ${shortage}: the label shows its number only.`]
    : notes;
  const without = { ...texts, code: symbol ? texts.code : "" };
  const plain = firstOf((attempt) => arrange(face, sheet, without, undefined, attempt));
  if (plain) return { elements: plain.elements, notices: [...missing, ...cutNotices(plain.cuts)] };
  // A cut price is a wrong price.
  const priceless = firstOf((attempt) =>
    arrange(face, sheet, { ...without, price: "", was: "" }, undefined, attempt),
  );
  return {
    elements: priceless?.elements ?? [],
    notices: [...missing, `The price ${shorten(texts.price, 60)} does not fit: the label is without it.`],
  };
}

type ArrangeBy<Font> = (attempt: Attempt) => Arrangement<Font> | undefined;

/** With the widest bars that leave all texts whole and legible, else with the narrowest. */
function withWidestBars<Font>(
  sized: readonly SizedSymbol[],
  good: readonly (readonly Attempt[])[],
  arrangeWith: (bars: SizedSymbol) => ArrangeBy<Font>,
): Arrangement<Font> | undefined {
  for (const bars of sized.slice(0, -1)) {
    const arranged = firstOf(arrangeWith(bars), good);
    if (arranged && !isCut(arranged)) return arranged;
  }
  const narrowest = sized.at(-1);
  return narrowest && firstOf(arrangeWith(narrowest));
}

/** The first layout that shows all texts whole, else the first that fits; of equals that with the largest price. */
function firstOf<Font>(
  arrangeBy: ArrangeBy<Font>,
  tried: readonly (readonly Attempt[])[] = steps,
): Arrangement<Font> | undefined {
  let fits: Arrangement<Font> | undefined;
  for (const step of tried) {
    const arranged = step
      .flatMap((attempt) => arrangeBy(attempt) ?? [])
      .sort((one, other) => other.priceHeight - one.priceHeight);
    const whole = arranged.find((arrangement) => !isCut(arrangement));
    if (whole) return whole;
    fits ??= arranged.sort((one, other) => other.nameLines - one.nameLines)[0];
  }
  return fits;
}
