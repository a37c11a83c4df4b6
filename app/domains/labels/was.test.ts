import { describe, expect, test } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { printSets } from "./jobs.ts";
import { defaultMedia, labelLanguages } from "./label.ts";
import { toLabelProduct } from "./model.ts";
import { renderLabel } from "./render/render.ts";
import { toSheet } from "./sheet.server.ts";
import { wasBooks, wasNote, wasPrice } from "./was.ts";

const boot = toLabelProduct(
  {
    LevelCode: "B1",
    ClrCode: "BLK",
    Sizes: [{ sizeVal: "7", barcode: "9300000101006" }],
    Prices: [
      { priceBookName: "Clarks Web", priceType: 1, listPrice: 59.95 },
      { priceBookName: "RRP", priceType: 2, listPrice: 89.95 },
      { priceBookName: "rrp", priceType: 1, listPrice: 99.95 },
      { priceBookName: "Outlet", priceType: 1, listPrice: 39 },
      { priceBookName: "Broken", priceType: 1, listPrice: -1 },
    ],
  },
  "Clarks",
);

test("a product knows what it costs in the other price books, as it would be read there", () => {
  expect(boot.price.text).toBe("59.95");
  expect(boot.otherPrices).toEqual([
    { book: "RRP", text: "99.95" },
    { book: "Outlet", text: "39.00" },
  ]);
  expect(wasBooks([boot, boot], "outlet")).toEqual(["RRP", "outlet"]);
});

test.each([
  ["RRP", "59.95", "99.95", "Label: was $99.95 (RRP)"],
  ["rrp", "20", "99.95", "Label: was $99.95 (rrp)"],
  ["RRP", "99.95", undefined, "No higher price in RRP"],
  ["RRP", "120", undefined, "No higher price in RRP"],
  ["RRP", "", undefined, "No higher price in RRP"],
  ["Outlet", "59.95", undefined, "No higher price in Outlet"],
  ["Broken", "59.95", undefined, "No price in Broken"],
  ["", "59.95", undefined, ""],
])("with the former price from %j, %j is printed with the former price %j", (book, price, was, note) => {
  expect(wasPrice(boot, book, price)).toBe(was);
  expect(wasNote(boot, book, price)).toBe(note);
});

test("the former price goes on the labels of a typed price, too, where it is higher", () => {
  const choice = { barcode: "9300000101006", gather: false, design: "Common", was: "RRP" } as const;
  const labels = (price: string | undefined) =>
    printSets(boot, { quantities: {}, price }, choice).barcode.jobs.map(({ label }) => [
      label.price,
      label.was,
    ]);
  expect(labels(undefined)).toEqual([["59.95", "99.95"]]);
  expect(labels("49")).toEqual([["49.00", "99.95"]]);
  expect(labels("109")).toEqual([["109.00", undefined]]);
});

describe.each(labelLanguages)("a former price in %s", (language) => {
  const commands = (label: object, media = defaultMedia) => {
    const { bytes, notices } = renderLabel({ ...bootLabel, ...label }, { language, media });
    return { text: Buffer.from(bytes).toString("latin1"), notices };
  };
  const struck = language === "ZPL" ? /\^GB\d+,\d+,\d+\^FS/ : /^LO\d+,\d+,\d+,\d+$/m;

  test.each(["Common", "RBK"])("is struck through above the price of %s", (design) => {
    const { text, notices } = commands({ design, was: "229.95" });
    expect(text).toContain("Was $229.95");
    expect(text).toMatch(struck);
    expect(notices).toEqual([]);
    expect(commands({ design }).text).not.toMatch(struck);
  });

  test("is left out, and that is said, where it would take room from the rest", () => {
    const { text, notices } = commands(
      { name: "Wattle & Banksia Limited Edition", was: "229.95" },
      { ...defaultMedia, widthMm: 20, heightMm: 12 },
    );
    expect(text).not.toContain("229.95");
    expect(notices).toContain("The former price $229.95 finds no room: the label is without it.");
  });
});

test("a sheet strikes the former price through, or says that it has no room for it", () => {
  const sheetOf = (widthMm: number, design: "Common" | "RBK" = "Common") =>
    toSheet([{ label: { ...bootLabel, design, was: "229.95" }, title: "" }], { ...defaultMedia, widthMm });
  expect(sheetOf(57).labels[0]?.was?.amount).toBe("$229.95");
  expect(sheetOf(57).notices).toEqual([]);
  expect(sheetOf(57, "RBK").labels[0]?.was?.amount).toBe("$229.95");
  expect(sheetOf(24).labels[0]?.was).toBeUndefined();
  expect(sheetOf(24).notices.join()).toContain("The former price $229.95 finds no room");
});
