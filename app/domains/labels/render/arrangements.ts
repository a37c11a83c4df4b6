import type { LabelDesign } from "../design.ts";
import { arrangeCommon } from "./commonDesign.ts";
import type { Drawing } from "./drawing.ts";
import type { Face } from "./face.ts";
import { setWhole } from "./fit.ts";
import { type LabelTexts, type Sheet, smallestText } from "./sheet.ts";

/** Puts a label's texts on its paper, in the fonts of a language's face. */
type Arrange = <Font extends { height: number }>(
  face: Face<Font>,
  sheet: Sheet,
  texts: LabelTexts,
) => Drawing<Font>;

/** The price's height is at most this, in mm on a label of the usual size: larger reads no better. */
const largestPrice = 18;

/** The price as large as it goes, in the middle, and nothing else (labels#price-only). */
const arrangePriceOnly: Arrange = (face, { inner, height, margin, mm, scale }, { price }) => {
  const highest = Math.min(height - 2 * margin, mm(largestPrice * scale));
  const room = { width: inner, highest: Math.max(1, highest) };
  const set =
    setWhole(face, price, { ...room, lowest: Math.min(room.highest, mm(smallestText)) }) ??
    setWhole(face, price, { ...room, lowest: 1 });
  if (!set) return { elements: [], notices: ["The label is too small: the price does not fit on it."] };
  const y = Math.max(0, Math.round((height - set.height) / 2));
  return {
    elements: set.lines.map((text) => ({
      kind: "text",
      text,
      font: set.font,
      x: margin,
      y,
      width: inner,
      align: "center",
    })),
    notices: [],
  };
};

/** How each design is arranged. */
export const arrangements: Record<LabelDesign, Arrange> = { RBK: arrangePriceOnly, Common: arrangeCommon };
