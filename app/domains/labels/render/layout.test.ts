import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyLabel, anyMedia } from "#tests/support/labels.ts";
import type { Label, Media } from "../label.ts";
import { digitsHeight } from "./barcode.ts";
import type { LabelElement } from "./drawing.ts";
import { eplFace, type Face, zplFace } from "./face.ts";
import { drawLabel } from "./layout.ts";

const lowMedia: Media = { widthMm: 32.3, heightMm: 12.3, gapMm: 0, dotsPerMm: 12 };
const bare = { name: "", colour: "", sizeRange: "7.5", copies: 1 };
const priceTallerThanBars: Label = { design: "Common", ...bare, barcode: "!", price: "0.00" };

type Box = { left: number; right: number; top: number; bottom: number };

function boxOf<Font extends { height: number }>(element: LabelElement<Font>, face: Face<Font>): Box {
  if (element.kind === "bars") {
    const { symbol, module, x, y, height } = element;
    const [left, right] = symbol.quiet;
    const [from, to] = [x - left * module, x + (symbol.bars + right) * module];
    return { left: from, right: to, top: y, bottom: y + height + digitsHeight(module) };
  }
  if (element.kind === "strike") {
    const { x, y, width, height } = element;
    return { left: x, right: x + width, top: y, bottom: y + height };
  }
  const { text, font, x, y, width, align } = element;
  const room = width - face.widthOf(text, font);
  const left = x + { left: 0, center: room / 2, right: room }[align];
  return { left, right: left + face.widthOf(text, font), top: y, bottom: y + font.height };
}

/** A strike-through bar must be within its text, give or take the dot by which a font's pitch is rounded. */
const isWithin = (one: Box, other: Box | undefined) =>
  other !== undefined &&
  one.left >= other.left - 1 &&
  one.right <= other.right + 1 &&
  one.top >= other.top &&
  one.bottom <= other.bottom;

const apart = (one: Box, other: Box) =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

function expectInOrder<Font extends { height: number }>(faceOf: (media: Media) => Face<Font>) {
  fc.assert(
    fc.property(anyLabel, anyMedia, (label, media) => {
      const face = faceOf(media);
      const { elements } = drawLabel(label, media, face);
      const boxes = elements.map((element) => boxOf(element, face));
      for (const [index, box] of boxes.entries()) {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.top).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(Math.round(media.widthMm * media.dotsPerMm));
        expect(box.bottom).toBeLessThanOrEqual(Math.round(media.heightMm * media.dotsPerMm));
        const isStrike = elements[index]?.kind === "strike";
        if (isStrike) expect(isWithin(box, boxes[index - 1])).toBe(true);
        const others = boxes.slice(0, isStrike ? index - 1 : index);
        for (const other of others) expect(apart(box, other)).toBe(true);
      }
    }),
    { numRuns: 500, examples: [[priceTallerThanBars, lowMedia]] },
  );
}

describe("on any media, for any label, texts and barcodes with their quiet zones lie on it and apart", () => {
  test("in ZPL", () => expectInOrder(() => zplFace));
  test("in EPL", () => expectInOrder(({ dotsPerMm }) => eplFace(dotsPerMm)));
});
