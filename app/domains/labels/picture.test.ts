import { describe, expect, test } from "vitest";
import { bootLabel as boot, dotsOf, readLabel, trickyNames } from "#tests/support/labels.ts";
import {
  defaultMedia,
  type Label,
  type LabelLanguage,
  labelLanguages,
  type Media,
  printResolutions,
} from "./label.ts";
import { pictureOf } from "./picture.server.ts";
import { renderLabel } from "./render/render.ts";

const ean13 = "9300000101006";
const wrongDigit = "9300000101007";

/** The picture of a label; nothing in it touches the edge, and the quiet zones beside its bars are white. */
async function pictured(label: Label, language: LabelLanguage, media: Media): Promise<Uint8Array> {
  const { bytes } = renderLabel(label, { language, media });
  const png = await pictureOf(bytes, { language, media });
  const { width, height, isBlack } = dotsOf(png);
  expect([width, height]).toEqual([
    Math.round(media.widthMm * media.dotsPerMm),
    Math.round(media.heightMm * media.dotsPerMm),
  ]);
  const edge = media.dotsPerMm / 4;
  let atTheEdge = 0;
  for (let y = 0; y < height; y += 1) {
    const inside = y >= edge && y < height - edge;
    for (let x = 0; x < width; x += inside && x === edge - 1 ? width - 2 * edge + 1 : 1) {
      if (isBlack(x, y)) atTheEdge += 1;
    }
  }
  expect(atTheEdge).toBe(0);
  const commands = Buffer.from(bytes).toString("latin1");
  const [, left, top, module, bars] =
    /\^FO(\d+),(\d+)\^BY(\d)\^B[EC]N,(\d+)/.exec(commands) ??
    /^B(\d+),(\d+),0,\w+,(\d),\d+,(\d+)/m.exec(commands) ??
    [];
  if (left !== undefined) {
    const middle = Number(top) + Math.round(Number(bars) / 2);
    const quiet = Number(module) * 10;
    expect(isBlack(Number(left), middle)).toBe(true);
    const before = Array.from({ length: quiet }, (_, index) => isBlack(Number(left) - 1 - index, middle));
    expect(before).not.toContain(true);
  }
  return png;
}

describe.each(labelLanguages)("the picture of a label in %s", (language) => {
  test.each(trickyNames)(
    "is read back by an independent reader, in both symbologies, whatever its name: %j",
    async (name) => {
      const label = { ...boot, name, colour: name, sizeRange: name.slice(0, 20) };
      const asEan = await pictured({ ...label, barcode: ean13 }, language, defaultMedia);
      expect(await readLabel(asEan)).toEqual([{ format: "EAN13", text: ean13 }]);
      const asCode128 = await pictured({ ...label, barcode: wrongDigit }, language, defaultMedia);
      expect(await readLabel(asCode128)).toEqual([{ format: "Code128", text: wrongDigit }]);
      const priceOnly = await pictured({ ...label, design: "RBK" }, language, defaultMedia);
      expect(await readLabel(priceOnly)).toEqual([]);
    },
  );

  test.each(["123456789012", "12345678901234", "RK-00731-2", `a>0^~_\\"B`, "12"])(
    "shows the code %s as it is",
    async (barcode) => {
      const media = { ...defaultMedia, widthMm: 70 };
      const png = await pictured({ ...boot, barcode }, language, media);
      expect(await readLabel(png)).toEqual([{ format: "Code128", text: barcode }]);
    },
  );

  const rolls = [
    [30, 20],
    [40, 25],
    [57, 32],
    [60, 40],
    [100, 50],
    [100, 150],
  ] as const;
  const kinds = rolls.flatMap(([widthMm, heightMm]) =>
    printResolutions.map((dotsPerMm) => ({ widthMm, heightMm, gapMm: 3, dotsPerMm })),
  );
  test.each(kinds)(
    "is read on $widthMm × $heightMm mm with $dotsPerMm dots a millimetre, in every design",
    async (media) => {
      expect(await readLabel(await pictured(boot, language, media))).toEqual([
        { format: "EAN13", text: ean13 },
      ]);
      const other = { ...boot, barcode: "RK-12" };
      expect(await readLabel(await pictured(other, language, media))).toEqual([
        { format: "Code128", text: "RK-12" },
      ]);
      expect(await readLabel(await pictured({ ...boot, design: "RBK" }, language, media))).toEqual([]);
      expect(await readLabel(await pictured({ ...boot, barcode: "" }, language, media))).toEqual([]);
      expect(await readLabel(await pictured({ ...boot, was: "229.95" }, language, media))).toEqual([
        { format: "EAN13", text: ean13 },
      ]);
    },
  );
});

test("many pictures at once come out each as its own; a few too many are refused, and later ones are drawn", async () => {
  const codes = Array.from({ length: 12 }, (_, index) => `RK-${1000 + index}`);
  const pictures = await Promise.all(
    codes.map((barcode) => pictured({ ...boot, barcode }, "ZPL", defaultMedia)),
  );
  const read = await Promise.all(pictures.map(readLabel));
  expect(read.map(([found]) => found?.text)).toEqual(codes);

  const { bytes } = renderLabel({ ...boot, design: "RBK" }, { language: "ZPL", media: defaultMedia });
  const asked = Array.from({ length: 70 }, () => pictureOf(bytes, { language: "ZPL", media: defaultMedia }));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(10);
  await pictured(boot, "EPL", defaultMedia);
});

test("commands that are no label's are refused, and the next label is drawn", async () => {
  const draw = (commands: string, language: LabelLanguage) =>
    pictureOf(new TextEncoder().encode(commands), { language, media: defaultMedia });
  await expect(draw("no label", "ZPL")).rejects.toThrow("The label could not be drawn");
  await expect(draw("\nN\nLE1,1,10,10\nP1\n", "EPL")).rejects.toThrow(
    "No EPL command of a label: LE1,1,10,10",
  );
  await pictured(boot, "ZPL", defaultMedia);
});
