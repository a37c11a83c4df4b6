import { shorten } from "#app/values/values.ts";
import { moduleWidths, symbolOf, symbolWidth } from "./barcode.ts";
import { type Arrangement, type Attempt, arrange, type SizedSymbol } from "./commonArrangement.ts";
import type { Drawing } from "./drawing.ts";
import type { Face } from "./face.ts";
import { formerLeftOut, type LabelTexts, type Sheet } from "./sheet.ts";

/** Scales of the name that are good to read, and those for names that find no room even with the narrowest bars. */
const good = [1, 0.95, 0.9, 0.85];
const small = [0.8, 0.75, 0.7, 0.65, 0.6];
const [leastGood, smallest] = [0.85, 0.6];
const priceScales = [0.85, 0.7, 0.6, 0.5, 0.4, 0.3];
const maxLines = 5;

/** One set of layouts that are equally good but for the place of the price. */
type Step = Omit<Attempt, "beside"> & { bars: SizedSymbol | undefined };

const whole = { priceScale: 1, barsMm: 5.5, nameLines: maxLines, mayCut: false };

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
    ...[1, ...priceScales].flatMap((priceScale) =>
      sized.flatMap((bars) =>
        [3, 2, 1].map((nameLines) => ({
          ...{ nameScale: smallest, priceScale, barsMm: 4.5, nameLines, mayCut: true, bars },
        })),
      ),
    ),
  ];
}

/**
 * The default design: name, size, colour and price above or beside the barcode (labels#common). The price is not
 * smaller for a former one, which is left out if it would take room from the rest.
 */
export function arrangeCommon<Font extends { height: number }>(
  face: Face<Font>,
  sheet: Sheet,
  texts: LabelTexts,
): Drawing<Font> {
  const plain = arrangeAll(face, sheet, { ...texts, was: "" });
  if (texts.was === "") return plain;
  const former = arrangeAll(face, sheet, texts, plain.priceHeight);
  if (former.priceHeight > 0 && former.notices.every((notice) => plain.notices.includes(notice)))
    return former;
  return { ...plain, notices: [formerLeftOut(texts), ...plain.notices] };
}

function arrangeAll<Font extends { height: number }>(
  face: Face<Font>,
  sheet: Sheet,
  texts: LabelTexts,
  leastPrice = 0,
): Arrangement<Font> {
  const { symbol, notice } = symbolOf(texts.code, face.unfitForBars);
  const sized = symbol
    ? moduleWidths(sheet.media, face.widestModule[symbol.kind]).map((module) => ({ symbol, module }))
    : [];
  const across = ({ symbol, module }: SizedSymbol) => symbolWidth(symbol, module);
  const fitting = sized.filter((bars) => across(bars) <= sheet.width - sheet.margin);
  const arranged = (of: LabelTexts, { bars, ...step }: Step, least = leastPrice) =>
    [false, true]
      .flatMap((beside) =>
        arrange(face, sheet, of, bars, { attempt: { ...step, beside }, leastPrice: least }),
      )
      .sort(
        (one, other) => one.notices.length - other.notices.length || other.priceHeight - one.priceHeight,
      )[0];
  const firstOf = (of: LabelTexts, bars: readonly (SizedSymbol | undefined)[]) => {
    for (const step of stepsOf(bars)) {
      const found = arranged(of, step, Math.max(leastPrice, Math.floor(usual * step.priceScale * leastGood)));
      if (found) return found;
    }
    return undefined;
  };
  // Bars that find no room beside the shortest name would make every name small.
  const short = { ...texts, name: texts.name.slice(0, 1) };
  const shortest = fitting.map((bars) => arranged(short, { ...whole, nameScale: leastGood, bars }));
  const start = shortest.findIndex(Boolean);
  const usable = fitting.slice(Math.max(0, start));
  // Nor does a longer name make the price much smaller.
  const usual = shortest[start]?.priceHeight ?? 0;
  const noSize = { ...texts, size: "", range: "" };
  const needed = Math.ceil(Math.min(...sized.map(across)) / sheet.media.dotsPerMm);
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
  for (const [of, bars, said] of fallbacks) {
    const found = bars.length === 0 ? undefined : firstOf(of, bars);
    if (found) return { ...found, notices: [...found.notices, ...said.flatMap((one) => one ?? [])] };
  }
  return { priceHeight: 0, elements: [], notices: [...(noBars ? [noBars] : []), priceless] };
}
