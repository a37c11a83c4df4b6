import { describe, expect, test } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { defaultMedia, type Label } from "./label.ts";
import { readPicture } from "./picture.server.ts";
import { pictureFields, pictureText } from "./picture.ts";
import { toSheet } from "./sheet.server.ts";
import { mediaOfStock, stockNames, stocks } from "./sheet.ts";

const label: Label = { ...bootLabel, name: "Harbour Boot", barcode: "9312300010018", copies: 2 };
const job = (over: Partial<Label> = {}) => ({ label: { ...label, ...over }, title: "" });

describe("the printable sheet", () => {
  test("draws an EAN-13 as its 95 modules, counts the copies, and warns of a wrong check digit [labels#ean-13]", () => {
    const { labels, notices } = toSheet([job()], defaultMedia);
    expect(labels).toHaveLength(1);
    expect(labels[0]).toMatchObject({ copies: 2, bars: { modules: 95, digits: "9312300010018" } });
    expect(notices).toEqual([]);
    const wrong = toSheet([job({ barcode: "9312300010019" })], defaultMedia);
    expect(wrong.labels[0]?.bars?.modules).not.toBe(95);
    expect(wrong.notices.join()).toContain("Code 128");
  });

  test("keeps everything within the label, whatever the words and the media", () => {
    const long = "Très élégant & waterproof ".repeat(9);
    const small = { widthMm: 20, heightMm: 12, gapMm: 0, dotsPerMm: 8 as const };
    const labels = [
      { name: long, colour: long },
      { design: "RBK" as const, price: "999999.99" },
    ];
    for (const media of [defaultMedia, small])
      for (const over of labels) {
        const [one] = toSheet([job(over)], media).labels;
        for (const { y, text, size } of one?.lines ?? []) {
          expect(y).toBeLessThanOrEqual(media.heightMm);
          expect(text.length * size * 0.56).toBeLessThanOrEqual(Math.max(media.widthMm, 4 * size));
        }
        const { x = 0, width = 0 } = one?.bars ?? {};
        expect(x + width).toBeLessThanOrEqual(media.widthMm);
        expect(x).toBeGreaterThanOrEqual(0);
      }
  });

  test("leaves the bars of a label of any stock 4.5 mm and more, above its number and price [labels#stock]", () => {
    for (const name of stockNames) {
      const media = mediaOfStock(stocks[name], defaultMedia);
      const long = job({ name: "Banksia Womens Chelsea Boot Tan Leather Wide Fit", price: "59.95" });
      const { bars, price } = toSheet([long], media).labels[0] ?? {};
      expect(bars?.height, name).toBeGreaterThanOrEqual(4.5);
      expect((bars?.y ?? 0) + (bars?.height ?? 0) + 2.6, name).toBeLessThan((price?.y ?? 0) - 0.7 * 3);
      expect((bars?.width ?? 0) / 95, name).toBeGreaterThanOrEqual(0.264);
    }
  });

  test("says what it leaves out", () => {
    const jobs = Array.from({ length: 3 }, () => job({ copies: 999 }));
    const { labels, notices } = toSheet(jobs, defaultMedia);
    expect(labels.reduce((sum, { copies }) => sum + copies, 0)).toBe(2000);
    expect(notices.join()).toContain("997 labels are not on this sheet");
  });
});

test("a picture's URL says all of it, and whatever it says is readable", () => {
  const odd = { ...label, name: "A&B^~_\\ €\"'", copies: 1 };
  const sheet = { label: odd, language: "EPL" as const, media: defaultMedia };
  expect(readPicture(pictureFields(sheet))).toEqual(sheet);
  const fallback = { label: { design: "Common", name: "" }, language: "ZPL", media: defaultMedia };
  expect(readPicture("?design=x&language=y&media=9x9")).toMatchObject(fallback);
});

test("the picture's text says what is on the label", () => {
  const whole = "Label: Harbour Boot, Black, size 7.5, price $129.95, barcode 9312300010018";
  expect(pictureText(label)).toBe(whole);
  expect(pictureText({ ...label, design: "RBK" })).toBe("Label: price $129.95");
  expect(pictureText({ ...label, price: "", barcode: "" })).toContain("no price, no barcode");
});
