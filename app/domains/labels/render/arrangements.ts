import type { LabelDesign } from "../design.ts";
import { arrangeCommon } from "./commonDesign.ts";
import type { Drawing } from "./drawing.ts";
import type { Face } from "./face.ts";
import { setWhole } from "./fit.ts";
import { linesAt, setPrice } from "./priceBlock.ts";
import { formerLeftOut, type LabelTexts, type Sheet, smallestText } from "./sheet.ts";

/** Puts a label's texts on its paper, in the fonts of a language's face. */
type Arrange = <Font extends { height: number }>(
  face: Face<Font>,
  sheet: Sheet,
  texts: LabelTexts,
) => Drawing<Font>;

/** The price's height is at most this, in mm on a label of the usual size: larger reads no better. */
const maxPrice = 18;

/** The price as large as it goes, in the middle, below a former one, and nothing else (labels#price-only). */
const arrangePriceOnly: Arrange = (face, sheet, texts) => {
  const { inner, height, margin, mm, scale } = sheet;
  const highest = Math.max(1, Math.min(height - 2 * margin, mm(maxPrice * scale)));
  const lowest = Math.min(highest, mm(smallestText));
  const box = { x: margin, width: inner, align: "center" } as const;
  const topOf = (block: { height: number }) => Math.max(0, Math.round((height - block.height) / 2));
  if (texts.was !== "") {
    const room = { sheet, width: inner, lowest, highest: Math.max(lowest, Math.floor(highest * 0.7)) };
    const both = setPrice(face, texts, room);
    if (both && both.height <= height - 2 * margin)
      return { elements: both.draw(box, topOf(both)), notices: [] };
  }
  const told = texts.was === "" ? [] : [formerLeftOut(texts)];
  const set =
    setWhole(face, texts.price, { width: inner, lowest, highest }) ??
    setWhole(face, texts.price, { width: inner, lowest: 1, highest });
  if (!set) return { elements: [], notices: ["The label is too small: the price does not fit on it."] };
  return { elements: linesAt(set, box, topOf(set)), notices: told };
};

/** How each design is arranged. */
export const arrangements: Record<LabelDesign, Arrange> = { RBK: arrangePriceOnly, Common: arrangeCommon };
