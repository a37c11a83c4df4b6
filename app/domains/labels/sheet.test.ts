import { describe, expect, test } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { defaultMedia } from "./label.ts";
import type { Label } from "./labelSchemas.ts";
import { labelPicturesPath } from "./paths.ts";
import { pictureText, readPictures, toSheet } from "./picture.server.ts";
import { type Sheet, stockNames, stocks } from "./sheet.ts";

const label: Label = { ...bootLabel, name: "Harbour Boot", barcode: "9312300010018", copies: 2 };
const job = (over: Partial<Label> = {}) => ({ label: { ...label, ...over } });

/** The black areas of a sheet's label, in millimetres. */
const areasOf = ({ labels: [drawn], media }: Sheet) =>
  [...(drawn?.path ?? "").matchAll(/M(\S+) (\S+)h(\S+)v(\S+)h/g)].map((found) => {
    const [x = 0, y = 0, width = 0, height = 0] = found
      .slice(1)
      .map((dots) => Number(dots) / media.dotsPerMm);
    return { x, y, width, height, right: x + width, bottom: y + height };
  });

describe("the printable sheet", () => {
  test("draws an EAN-13 as its 30 bars, counts the copies, and warns of a wrong check digit [labels#ean-13]", async () => {
    const sheet = await toSheet([job()], defaultMedia);
    expect(sheet.labels).toHaveLength(1);
    expect(sheet.labels[0]?.copies).toBe(2);
    expect(sheet.labels[0]?.lines.map(({ text }) => text)).toContain("9312300010018");
    const bars = areasOf(sheet);
    expect(bars).toHaveLength(30);
    const modules =
      ((bars.at(-1)?.right ?? 0) - (bars[0]?.x ?? 0)) / Math.min(...bars.map(({ width }) => width));
    expect(modules).toBeCloseTo(95);
    expect(sheet.notices).toEqual([]);
    const wrong = await toSheet([job({ barcode: "9312300010019" })], defaultMedia);
    expect(areasOf(wrong)).not.toHaveLength(30);
    expect(wrong.notices.join()).toContain("Code 128");
  });

  test("keeps everything within the label, whatever the words and the media", async () => {
    const long = "Très élégant & waterproof ".repeat(9);
    const small = { widthMm: 20, heightMm: 12 };
    const labels = [
      { name: long, colour: long },
      { design: "RBK" as const, price: "999999.99" },
    ];
    for (const paper of [defaultMedia, small])
      for (const over of labels) {
        const sheet = await toSheet([job(over)], paper);
        const [width, height] = [paper.widthMm, paper.heightMm].map((mm) => mm * sheet.media.dotsPerMm);
        for (const line of sheet.labels[0]?.lines ?? []) {
          expect(line.x).toBeGreaterThanOrEqual(0);
          expect(line.x + line.width).toBeLessThanOrEqual(width ?? 0);
          expect(line.y - 0.8 * line.size).toBeGreaterThanOrEqual(-1);
          expect(line.y + 0.2 * line.size).toBeLessThanOrEqual((height ?? 0) + 1);
        }
        for (const { x, right, bottom } of areasOf(sheet)) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(paper.widthMm);
          expect(bottom).toBeLessThanOrEqual(paper.heightMm);
        }
      }
  });

  test("leaves the bars of a label of any stock 4.5 mm and more, above their number [labels#stock]", async () => {
    for (const name of stockNames) {
      const long = job({ name: "Banksia Womens Chelsea Boot Tan Leather Wide Fit", price: "59.95" });
      const sheet = await toSheet([long], stocks[name]);
      const [bar] = areasOf(sheet);
      const number = sheet.labels[0]?.lines.find(({ text }) => text === label.barcode);
      expect(bar?.height, name).toBeGreaterThanOrEqual(4.5);
      const numberTop = ((number?.y ?? 0) - 0.8 * (number?.size ?? 0)) / sheet.media.dotsPerMm;
      expect(numberTop, name).toBeCloseTo(bar?.bottom ?? 0, 1);
      const narrowest = Math.min(...areasOf(sheet).map(({ width }) => width));
      expect(narrowest, name).toBeGreaterThanOrEqual(0.264);
    }
  });

  test("says what it leaves out", async () => {
    const jobs = Array.from({ length: 3 }, () => job({ copies: 999 }));
    const { labels, notices } = await toSheet(jobs, defaultMedia);
    expect(labels.reduce((sum, { copies }) => sum + copies, 0)).toBe(2000);
    expect(notices.join()).toContain("997 labels are not on this sheet");
  });
});

test("the URL of pictures says all of their labels, and nothing else is read", () => {
  const odd = { ...label, name: "A&B^~_\\ €\"'", copies: 1 };
  const of = { labels: [odd], language: "EPL" as const, media: defaultMedia };
  expect(readPictures(labelPicturesPath("CLK", of))).toEqual(of);
  for (const url of ["/pictures", "/pictures?of=x", "/pictures?of={}"])
    expect(readPictures(url)).toBeUndefined();
});

test("the picture's text says what is on the label", () => {
  const whole = "Label: Harbour Boot, Black, size 7.5, price $129.95, barcode 9312300010018";
  expect(pictureText(label)).toBe(whole);
  expect(pictureText({ ...label, design: "RBK" })).toBe("Label: price $129.95");
  expect(pictureText({ ...label, price: "", barcode: "" })).toContain("no price, no barcode");
});
