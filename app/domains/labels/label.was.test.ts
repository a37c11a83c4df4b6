import { expect, test } from "vitest";
import { renderLabel } from "#app/domains/labels/render/render.ts";
import { bootLabel } from "#tests/support/labels.ts";
import { printSets, wasBooks, wasNote, wasPrice } from "./jobs.ts";
import { defaultMedia, labelLanguages } from "./label.ts";
import { toLabelProduct } from "./model.ts";
import { toSheet } from "./picture.server.ts";
import { startingState } from "./search.ts";
import type { Sheet } from "./sheet.ts";

const price = (priceBookName: string, priceType: number, listPrice: number) => {
  return { priceBookName, priceType, listPrice };
};
const Prices = [
  ...[price("Clarks Web", 1, 59.95), price("RRP", 2, 89.95), price("rrp", 1, 99.95)],
  ...[price("Outlet", 1, 39), price("Broken", 1, -1)],
];
const Sizes = [{ sizeVal: "7", barcode: "9300000101006" }];
const boot = toLabelProduct({ LevelCode: "B1", ClrCode: "BLK", Sizes, Prices }, "Clarks");

test("a product knows what it costs in the other price books, as it would be read there [labels#was]", () => {
  expect(boot.price.text).toBe("59.95");
  expect(boot.otherPrices).toEqual([
    { book: "RRP", text: "99.95" },
    { book: "Outlet", text: "39.00" },
  ]);
  expect(wasBooks([boot, boot], "outlet")).toEqual(["RRP", "outlet"]);
});

test("a former price is printed where it is higher than what is printed, and the page says what becomes of it [labels#was]", () => {
  const cases = [
    ["RRP", "59.95", "99.95", "Label: was $99.95 (RRP)"],
    ["rrp", "20", "99.95", "Label: was $99.95 (rrp)"],
    ["RRP", "99.95", undefined, "No higher price in RRP"],
    ["RRP", "120", undefined, "No higher price in RRP"],
    ["RRP", "", undefined, "No higher price in RRP"],
    ["Outlet", "59.95", undefined, "No higher price in Outlet"],
    ["Broken", "59.95", undefined, "No price in Broken"],
    ["", "59.95", undefined, ""],
  ] as const;
  for (const [book, now, was, note] of cases)
    expect([wasPrice(boot, book, now), wasNote(boot, book, now)], `${book} ${now}`).toEqual([was, note]);
  const filter = { ...startingState.filter, barcode: "9300000101006" };
  const choice = { ...startingState, filter, design: "Common", was: "RRP" } as const;
  const labels = ([undefined, "49", "109"] as const).map((price) => {
    const [job] = printSets(boot, { ...choice, price }).barcode.jobs;
    return [job?.label.price, job?.label.was];
  });
  expect(labels.map((one) => one.join(" was "))).toEqual([
    "59.95 was 99.95",
    "49.00 was 99.95",
    "109.00 was ",
  ]);
});

test("a former price is struck through above the price, or left out, and that is said, where it has no room [labels#was]", () => {
  const struck = { ZPL: /\^GB\d+,\d+,\d+\^FS/, EPL: /^LO\d+,\d+,\d+,\d+$/m };
  for (const language of labelLanguages) {
    const commands = (label: object, media = defaultMedia) => {
      const { bytes, notices } = renderLabel({ ...bootLabel, ...label }, { language, media });
      return { text: Buffer.from(bytes).toString("latin1"), notices };
    };
    for (const design of ["Common", "RBK"]) {
      const { text, notices } = commands({ design, was: "229.95" });
      expect(text).toContain("Was $229.95");
      expect(text).toMatch(struck[language]);
      expect(notices).toEqual([]);
      expect(commands({ design }).text).not.toMatch(struck[language]);
    }
    const small = { ...defaultMedia, widthMm: 20, heightMm: 12 };
    const { text, notices } = commands({ name: "Wattle & Banksia Limited Edition", was: "229.95" }, small);
    expect(text).not.toContain("229.95");
    expect(notices).toContain("The former price $229.95 finds no room: the label is without it.");
  }
});

test("a sheet strikes the former price through, or says that it has no room for it [labels#was]", async () => {
  const sheetOf = (paper: { widthMm: number; heightMm: number }, design: "Common" | "RBK" = "Common") =>
    toSheet([{ label: { ...bootLabel, design, was: "229.95" } }], paper);
  const [plain] = (await toSheet([{ label: { ...bootLabel } }], defaultMedia)).labels;
  const former = await sheetOf(defaultMedia);
  const textsOf = (sheet: Sheet) => sheet.labels[0]?.lines.map(({ text }) => text);
  expect(textsOf(former)).toContain("Was $229.95");
  const areas = (path = "") => path.split("z").length;
  expect(areas(former.labels[0]?.path), "one more black bar").toBe(areas(plain?.path) + 1);
  expect(former.notices).toEqual([]);
  const dear = await toSheet([{ label: { ...bootLabel, price: "1129.95" } }], defaultMedia);
  expect(textsOf(dear)).toContain("$1,129.95");
  expect(textsOf(await sheetOf(defaultMedia, "RBK"))).toEqual(["Was $229.95", "$129.95"]);
  const small = await sheetOf({ widthMm: 20, heightMm: 12 });
  expect(textsOf(small)?.join()).not.toContain("Was");
  expect(small.notices.join()).toContain("The former price $229.95 finds no room");
});
