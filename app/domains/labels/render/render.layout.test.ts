import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LabelLanguage, labelLanguages, printResolutions } from "#app/domains/labels/label.ts";
import type { Label, Media } from "#app/domains/labels/labelSchemas.ts";
import { anyLabel, anyMedia } from "#tests/support/labels.ts";
import { schedules } from "#tests/support/models.ts";
import { drawLabel, faceOf } from "./render.ts";
import type { LabelElement } from "./sheet.ts";

const lowMedia: Media = { widthMm: 32.3, heightMm: 12.3, gapMm: 0, dotsPerMm: 12 };
const bare = { name: "", colour: "", sizeRange: "7.5", copies: 1 };
const priceTallerThanBars: Label = { design: "Common", ...bare, barcode: "!", price: "0.00" };

type Box = { left: number; right: number; top: number; bottom: number };

function boxOf(element: LabelElement): Box {
  if (element.kind === "bars") {
    const { symbol, module, x, y, height, digits } = element;
    const [left, right] = symbol.quiet;
    const [from, to] = [x - left * module, x + (symbol.bars + right) * module];
    return { left: from, right: to, top: y, bottom: y + height + digits };
  }
  if (element.kind === "strike") {
    const { x, y, width, height } = element;
    return { left: x, right: x + width, top: y, bottom: y + height };
  }
  const { font, x, y, width, align, textWidth } = element;
  const room = width - textWidth;
  const left = x + { left: 0, center: room / 2, right: room }[align];
  return { left, right: left + textWidth, top: y, bottom: y + font.height };
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

function expectInOrder(language: LabelLanguage) {
  fc.assert(
    fc.property(anyLabel, anyMedia, (label, media) => {
      const { elements } = drawLabel(label, media, faceOf({ language, media }));
      const boxes = elements.map((element) => boxOf(element));
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
    {
      ...schedules(200),
      examples: [[priceTallerThanBars, lowMedia]],
    },
  );
}

describe("on any media, for any label, texts and barcodes with their quiet zones lie on it and apart", () => {
  test.each(labelLanguages)("in %s", expectInOrder);
});

const words = fc.stringMatching(/^[A-Z][a-z]{1,11}( [A-Za-z][a-z]{0,11}){0,12}$/);
const amount = fc.stringMatching(/^[1-9]\d{0,4}\.\d\d$/);
const shoe: fc.Arbitrary<Label> = fc.record({
  design: fc.constantFrom("RBK", "Common"),
  name: words,
  colour: fc.oneof(words, fc.constant("")),
  sizeRange: fc.oneof(
    fc.constantFrom("7.5", "XS", "12.5-13.5 (Kids Extra Wide)", "6 (AU Womens)", "6, 7, 8, 9, 10"),
    fc.stringMatching(/^\d[\d.-]{0,30}( \([A-Z][a-z ]{1,20}\))?$/),
  ),
  barcode: fc.constantFrom("9300000101006", "RK-12", ""),
  price: amount,
  copies: fc.constant(1),
});

/** A label's texts with the heights of their type, and its notices. */
function setLabel(label: Label, media: Media, language: LabelLanguage) {
  const { elements, notices } = drawLabel(label, media, faceOf({ language, media }));
  const texts = elements.flatMap((one) =>
    one.kind === "text" ? [{ text: one.text, height: one.font.height }] : [],
  );
  const bars = elements.find((one) => one.kind === "bars");
  const price = texts.find(({ text }) => text.startsWith("$"));
  return { texts, notices, price, module: bars?.kind === "bars" ? bars.module : 0 };
}

describe.each(labelLanguages)("the hierarchy of a label in %s", (language) => {
  const setIn = (label: Label, media: Media) => setLabel(label, media, language);
  const hold = <More>(more: fc.Arbitrary<More>, check: (label: Label, media: Media, more: More) => void) =>
    fc.assert(fc.property(shoe, anyMedia, more, check), schedules(60));

  test("a former price doesn't make the price smaller [labels#was]", () => {
    hold(amount, (label, media, was) => {
      const [plain, sale] = [setIn(label, media), setIn({ ...label, was }, media)];
      expect(sale.price?.height ?? 0).toBeGreaterThanOrEqual(plain.price?.height ?? 0);
    });
  });

  test("the size is whole, the second largest text after the price, or left out in words [labels#size]", () => {
    hold(fc.option(amount, { nil: undefined }), (label, media, was) => {
      if (label.design === "RBK") return;
      const { texts, notices, price } = setIn({ ...label, was }, media);
      const size = label.sizeRange.replace(/ \(.*/, "");
      const shown = texts.find(({ text }) => text === size);
      if (!shown) expect(notices.join()).toContain(`The size ${size} does not fit`);
      if (!shown || !price) return;
      expect(shown.height).toBeLessThanOrEqual(price.height);
      for (const one of texts)
        if (one !== price) expect(one.height, one.text).toBeLessThanOrEqual(shown.height);
    });
  });

  test("a name that grows never changes the price's size much at once [labels#name]", () => {
    const name =
      "Runner Boot 3-in-1 Größe & Linden Wattle 3-in-1 Black Größe (Pack) Heritage Größe (Pack) Trainer";
    const rolls = [
      [50, 25],
      [57, 32],
      [60, 40],
      [70, 40],
    ] as const;
    for (const [widthMm, heightMm] of rolls)
      for (const dotsPerMm of printResolutions) {
        let before = 0;
        for (let length = 4; length <= name.length; length += 2) {
          const label: Label = {
            design: "Common",
            ...bare,
            name: name.slice(0, length).trim(),
            colour: "Tan",
            barcode: "9300000101006",
            price: "89.95",
          };
          const { price } = setIn(label, { widthMm, heightMm, gapMm: 3, dotsPerMm });
          const height = price?.height ?? 0;
          const on = `${label.name} on ${widthMm} × ${heightMm} mm, ${dotsPerMm} dots`;
          if (before > 0) expect(Math.abs(height / before - 1), on).toBeLessThanOrEqual(0.2);
          before = height;
        }
      }
  });

  test("a longer name is never set in larger type, nor takes it the bars' width once it is cut [labels#name]", () => {
    hold(words, (label, media, more) => {
      const names = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) =>
        `${label.name}${` ${more}`.slice(0, Math.ceil(part * more.length))}`.trim(),
      );
      const set = names.map((name) => setIn({ ...label, design: "Common", name }, media));
      const heights = set.map(({ texts }) => texts[0]?.height ?? 0);
      expect(heights).toEqual(heights.toSorted((one, other) => other - one));
      const short = setIn({ ...label, design: "Common", name: "N" }, media);
      for (const { notices, module } of set)
        if (notices.some((one) => one.startsWith("The name")))
          expect(module).toBeGreaterThanOrEqual(short.module);
    });
  });
});
