import { z } from "zod";
import { defineCall } from "./calls.ts";
import { id, listOf, number, optionalList, positiveInteger, text } from "./envelopes.ts";
import { searchText } from "./searchText.ts";

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * An object whose fields may be sent in any case, with spaces, hyphens or underscores, or under one of their `aliases`:
 * they are renamed to those of `shape`. A field under its own name is left alone; the others stay as sent.
 */
const namedLiberally = <Shape extends z.ZodRawShape>(
  shape: Shape,
  aliases: { [Name in keyof Shape]?: readonly string[] } = {},
) =>
  z.preprocess((raw) => {
    if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
    const sent = new Map(Object.entries(raw).map(([name, value]) => [plain(name), value]));
    const found = Object.keys(shape).flatMap((name) => {
      if (Object.hasOwn(raw, name)) return [];
      const sentName = [name, ...(aliases[name] ?? [])].map(plain).find((alias) => sent.has(alias));
      return sentName === undefined ? [] : [[name, sent.get(sentName)]];
    });
    return { ...raw, ...Object.fromEntries(found) };
  }, z.looseObject(shape));

export const labelProductSize = namedLiberally(
  { sizeVal: text, skuIdx: text, levelCode: text, barcode: text },
  { sizeVal: ["size"], barcode: ["ean", "gtin"] },
);

/** `listPrice` in dollars; `priceType` 1 is the one to print where a book has several (labels#price). */
export const labelProductPrice = namedLiberally(
  { priceBookName: text, priceType: number, listPrice: number },
  { priceBookName: ["priceBook"], listPrice: ["price"] },
);
export type LabelProductPrice = z.output<typeof labelProductPrice>;

/** A style in one colour, for labels (labels#fields). */
export const labelProduct = namedLiberally({
  LevelCode: id,
  ClrCode: text,
  ProductAttributes: namedLiberally(
    { styleName: text, brandLabel: text, occasion: text, department: text, sizing: text },
    { styleName: ["name"], brandLabel: ["brand"] },
  )
    .nullish()
    .catch(undefined),
  ClrAttributes: namedLiberally(
    { colourName: text, season: text },
    { colourName: ["clrName", "colorName", "name"] },
  )
    .nullish()
    .catch(undefined),
  Sizes: optionalList(labelProductSize),
  Images: optionalList(namedLiberally({ imageUrl: text })),
  Prices: optionalList(labelProductPrice),
});
export type LabelProduct = z.output<typeof labelProduct>;

export const getAllProducts = defineCall({
  name: "getAllProducts",
  path: "/api/getallproducts",
  /** `barcode` is a whole code; the other filters match any part of their fields, case-insensitive. */
  query: z.object({
    page: positiveInteger,
    pagesize: positiveInteger.max(100),
    /** The range of the store that prices by this book (`priceBookOf`); without it the products of all. */
    pricebook: searchText.optional(),
    brand: searchText.optional(),
    barcode: searchText.optional(),
    levelcode: searchText.optional(),
    clrcode: searchText.optional(),
    colourname: searchText.optional(),
    productname: searchText.optional(),
    season: searchText.optional(),
    occasion: searchText.optional(),
    department: searchText.optional(),
    sizing: searchText.optional(),
  }),
  answer: listOf(labelProduct),
});
export type LabelProductsQuery = z.output<typeof getAllProducts.query>;
