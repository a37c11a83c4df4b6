import type { Drawing } from "./drawing.ts";
import type { Face } from "./face.ts";
import { setWhole } from "./fit.ts";
import { type Sheet, smallestText } from "./sheet.ts";

/** The price's height is at most this, in mm on a label of the usual size: larger reads no better. */
const largestPrice = 18;

/** 'Reebok - Price Only': the price as large as it goes, in the middle, and nothing else (2 §9). */
export function arrangePriceOnly<Font extends { height: number }>(
  face: Face<Font>,
  { inner, height, margin, mm, scale }: Sheet,
  price: string,
): Drawing<Font> {
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
}
