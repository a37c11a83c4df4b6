import type { Face } from "./face.ts";
import { lineHeight, type Setting, setText, setWhole } from "./fit.ts";
import type { Drawing, LabelElement } from "./layout.ts";
import { cutNotices, type LabelTexts, type Sheet, smallestText } from "./sheet.ts";

/** 'Reebok - Price Only': the price as large as it goes, its product above it, and no size (2 §9). */
export function arrangePriceOnly<Font extends { height: number }>(
  face: Face<Font>,
  sheet: Sheet,
  { name, colour, price }: LabelTexts,
): Drawing<Font> {
  const { inner, height, margin, mm, scale } = sheet;
  const free = height - 2 * margin;
  const lowest = mm(smallestText);
  const words = (text: string, lines: number, highest: number) =>
    setText(face, text, { width: inner, lines, lowest, highest: Math.max(lowest, mm(highest * scale)) });
  const arrangement = (lines: number, share: number) => {
    const top = words(name, lines, 4);
    const middle = words(colour, 1, 3);
    const gaps = mm(1.2 * scale) * (Number(top.height > 0) + Number(middle.height > 0));
    const room = Math.min(free - top.height - middle.height - gaps, mm(16 * scale));
    const least = Math.max(lowest, Math.round(free * share));
    if (room < least) return undefined;
    const amount = setWhole(face, price, { width: inner, lowest, highest: room });
    return amount ? { top, middle, amount, gaps } : undefined;
  };
  const arranged = arrangement(2, 0.42) ?? arrangement(1, 0.36) ?? arrangement(1, 0.28) ?? arrangement(1, 0);
  if (!arranged) {
    const only = setWhole(face, price, { width: inner, lowest: 1, highest: free });
    const lines = only ? [only] : [];
    return {
      elements: stackCentred(sheet, lines, 0),
      notices: [
        only
          ? "The label is too small for more than the price."
          : "The label is too small: the price does not fit on it.",
      ],
    };
  }
  const { top, middle, amount, gaps } = arranged;
  const blocks = [top, middle, amount].filter(({ lines }) => lines.length > 0);
  return {
    elements: stackCentred(sheet, blocks, gaps / Math.max(1, blocks.length - 1)),
    notices: cutNotices([
      ["name", name, top.cut],
      ["colour", colour, middle.cut],
    ]),
  };
}

function stackCentred<Font extends { height: number }>(
  { height, margin, inner }: Sheet,
  blocks: readonly Setting<Font>[],
  gap: number,
): LabelElement<Font>[] {
  const taken = blocks.reduce((sum, block) => sum + block.height, 0) + gap * Math.max(0, blocks.length - 1);
  let y = Math.max(0, (height - taken) / 2);
  return blocks.flatMap(({ lines, font, height: blockHeight }) => {
    const start = y;
    y += blockHeight + gap;
    return lines.map(
      (text, index): LabelElement<Font> => ({
        kind: "text",
        text,
        font,
        x: margin,
        y: Math.round(start + index * lineHeight(font.height)),
        width: inner,
        align: "center",
      }),
    );
  });
}
