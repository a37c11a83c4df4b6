import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { drawCommands } from "#tests/support/labelCommands.ts";
import { bootLabel as boot, readLabel, trickyNames } from "#tests/support/labels.ts";
import type { LabelLanguage } from "./label.ts";
import { defaultMedia, labelLanguages, printResolutions } from "./label.ts";
import type { Label, Media } from "./labelSchemas.ts";
import { foreignCommand } from "./render/face.ts";
import { renderLabel } from "./render/render.ts";

const ean13 = "9300000101006";

/** Prediction of PNG's five filters from the dots to the left, above, and above left. */
const guesses = [
  () => 0,
  (left: number) => left,
  (_: number, up: number) => up,
  (left: number, up: number) => (left + up) >> 1,
  (left: number, up: number, corner: number) => {
    const away = [left, up, corner].map((dot) => Math.abs(left + up - corner - dot));
    return [left, up, corner][away.indexOf(Math.min(...away))] ?? 0;
  },
];

/** A picture's size and its black dots, for PNG files with one grey byte per dot. */
function dotsOf(png: Uint8Array) {
  const file = Buffer.from(png);
  const pieces: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString("latin1", at + 4, at + 8) === "IDAT")
      pieces.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  const [width, height, depth, kind] = [file.readUInt32BE(16), file.readUInt32BE(20), file[24], file[25]];
  if (depth !== 8 || kind !== 0) throw new Error("Not a grey PNG");
  const raw = inflateSync(Buffer.concat(pieces));
  const dots = new Uint8Array(width * height);
  const dot = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (dots[y * width + x] ?? 0));
  for (let y = 0; y < height; y += 1) {
    const start = y * (width + 1);
    const guess = guesses[raw[start] ?? 0] ?? guesses[0];
    for (let x = 0; x < width; x += 1)
      dots[y * width + x] =
        (raw[start + 1 + x] ?? 0) + (guess?.(dot(x - 1, y), dot(x, y - 1), dot(x - 1, y - 1)) ?? 0);
  }
  return { width, height, isBlack: (x: number, y: number) => dot(x, y) < 128 };
}

/**
 * What an independent barcode reader finds in a label's commands as drawn; checks that nothing touches the
 * edge and that the quiet zones next to the bars are white.
 */
async function read(label: Label, language: LabelLanguage, media: Media = defaultMedia) {
  const { bytes } = renderLabel(label, { language, media });
  const png = await drawCommands(bytes, { language, media });
  const { width, height, isBlack } = dotsOf(png);
  expect([width, height]).toEqual(
    [media.widthMm, media.heightMm].map((length) => Math.round(length * media.dotsPerMm)),
  );
  const edge = media.dotsPerMm / 4;
  let atTheEdge = 0;
  for (let y = 0; y < height; y += 1) {
    const inside = y >= edge && y < height - edge;
    for (let x = 0; x < width; x += inside && x === edge - 1 ? width - 2 * edge + 1 : 1)
      if (isBlack(x, y)) atTheEdge += 1;
  }
  expect(atTheEdge).toBe(0);
  const commands = Buffer.from(bytes).toString("latin1");
  const [, left, top, module, bars] =
    /\^FO(\d+),(\d+)\^BY(\d)\^B[EC]N,(\d+)/.exec(commands) ??
    /^B(\d+),(\d+),0,\w+,(\d),\d+,(\d+)/m.exec(commands) ??
    [];
  if (left !== undefined) {
    const middle = Number(top) + Math.round(Number(bars) / 2);
    const quiet = Array.from({ length: Number(module) * 10 }, (_, index) => Number(left) - 1 - index);
    expect(isBlack(Number(left), middle)).toBe(true);
    expect(quiet.filter((x) => isBlack(x, middle))).toEqual([]);
  }
  return (await readLabel(png)).map(({ format, text }) => `${format} ${text}`).join();
}

const rolls = ["30 20", "40 25", "57 32", "60 40", "100 50", "100 150"].map((roll) =>
  roll.split(" ").map(Number),
);

test.each(labelLanguages)(
  "%s labels are read back by an independent reader, whatever their name, code and media",
  async (language) => {
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    const expectRead = async (what: string, label: Partial<Label>, text: string, media = defaultMedia) => {
      wanted[what] = text;
      found[what] = await read({ ...boot, ...label }, language, media);
    };
    for (const name of trickyNames)
      await expectRead(name, { name, colour: name, sizeRange: name.slice(0, 20) }, `EAN13 ${ean13}`);
    for (const barcode of ["123456789012", "12345678901234", "RK-00731-2", `a>0^~_\\"B`, `a>0_\\"B`, "12"]) {
      // A printer set to ZPL would take these signs within EPL as commands: no bars, the code as text.
      const bars = language === "EPL" && foreignCommand.test(barcode) ? "" : `Code128 ${barcode}`;
      await expectRead(barcode, { barcode }, bars, { ...defaultMedia, widthMm: 70 });
    }
    for (const [widthMm = 0, heightMm = 0] of rolls)
      for (const dotsPerMm of printResolutions) {
        const media = { widthMm, heightMm, gapMm: 3, dotsPerMm };
        const on = `on ${widthMm} × ${heightMm} mm, ${dotsPerMm} dots`;
        await expectRead(`EAN ${on}`, {}, `EAN13 ${ean13}`, media);
        if (heightMm > 32 || dotsPerMm > 8) continue;
        await expectRead(`Code 128 ${on}`, { barcode: "RK-12" }, "Code128 RK-12", media);
        await expectRead(`price only ${on}`, { design: "RBK" }, "", media);
        await expectRead(`no barcode ${on}`, { barcode: "" }, "", media);
        await expectRead(`former price ${on}`, { was: "229.95" }, `EAN13 ${ean13}`, media);
      }
    expect(found).toEqual(wanted);
  },
);
