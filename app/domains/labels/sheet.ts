import { defineSearch, oneOf, ordinal } from "#app/core/search/search.ts";
import type { DrawnLabel, Media } from "./labelSchemas.ts";

/**
 * An A4 sheet of labels, in millimetres; `across` and `down` are the distances between the starts of adjacent labels.
 */
export type Stock = Record<"columns" | "rows" | `${"width" | "height" | "across" | "down"}Mm`, number>;

export const a4 = { widthMm: 210, heightMm: 297 } as const;

/** Common sheets, largest labels first, by the names used in URLs. Their labels are centred on A4. */
export const stocks = {
  "2x7": { columns: 2, rows: 7, widthMm: 99.1, heightMm: 38.1, acrossMm: 101.6, downMm: 38.1 },
  "3x7": { columns: 3, rows: 7, widthMm: 63.5, heightMm: 38.1, acrossMm: 66.04, downMm: 38.1 },
  "3x8-70": { columns: 3, rows: 8, widthMm: 70, heightMm: 37, acrossMm: 70, downMm: 37 },
  "3x8": { columns: 3, rows: 8, widthMm: 63.5, heightMm: 33.9, acrossMm: 66.04, downMm: 33.9 },
  "4x10": { columns: 4, rows: 10, widthMm: 48.5, heightMm: 25.4, acrossMm: 48.5, downMm: 25.4 },
  "4x12": { columns: 4, rows: 12, widthMm: 45.7, heightMm: 21.2, acrossMm: 48.3, downMm: 21.2 },
  "5x13": { columns: 5, rows: 13, widthMm: 38.1, heightMm: 21.2, acrossMm: 40.6, downMm: 21.2 },
} as const satisfies Record<string, Stock>;

const isStock = (name: string): name is keyof typeof stocks => Object.hasOwn(stocks, name);
export const stockNames = Object.keys(stocks).filter(isStock);

export const placesOn = ({ columns, rows }: Stock): number => columns * rows;

/** 'A4, 21 labels of 63.5 × 38.1 mm'. */
export const stockText = (stock: Stock): string =>
  `A4, ${placesOn(stock)} labels of ${stock.widthMm} × ${stock.heightMm} mm`;

const round = (mm: number): number => Math.round(mm * 100) / 100;

/** The top left corner of a place, counted from 1 along the rows. */
export function placeOf(stock: Stock, place: number): { x: number; y: number } {
  const { columns, rows, widthMm, heightMm, acrossMm, downMm } = stock;
  const left = (a4.widthMm - (columns - 1) * acrossMm - widthMm) / 2;
  const top = (a4.heightMm - (rows - 1) * downMm - heightMm) / 2;
  const index = place - 1;
  return {
    x: round(left + (index % columns) * acrossMm),
    y: round(top + Math.floor(index / columns) * downMm),
  };
}

/**
 * The sheets for these labels, with the label in each place, none in an empty one; the places before `start` on the first
 * are already used and stay empty.
 */
export function stockPages(labels: readonly SheetLabel[], stock: Stock, start: number) {
  const each = labels.flatMap((label) => Array.from({ length: label.copies }, () => label));
  const all = [...Array.from({ length: start - 1 }, () => undefined), ...each];
  const size = placesOn(stock);
  const sheets = each.length === 0 ? 0 : Math.ceil(all.length / size);
  return Array.from({ length: sheets }, (_, sheet) => ({
    number: sheet + 1,
    places: Array.from({ length: size }, (_place, index) => ({
      ...{ key: `${sheet}-${index}`, ...placeOf(stock, index + 1) },
      label: all[sheet * size + index],
    })),
  }));
}
export type StockPage = ReturnType<typeof stockPages>[number];

/** A valid place to start at, or the error. */
export function readStart(stock: Stock, requested: number | undefined): { start: number; problem?: string } {
  const places = placesOn(stock);
  if (requested === undefined || requested <= places) return { start: requested ?? 1 };
  return { start: 1, problem: `This sheet has labels 1 to ${places}.` };
}

/** The paper of the sheet: paper to cut, or A4 label stock from a given label on. */
export const labelStockSearch = defineSearch({
  stock: oneOf("stock", [undefined, ...stockNames]),
  start: ordinal("start"),
});

/** One kind of label on the sheet, with its text for a person who can't see it. */
export type SheetLabel = DrawnLabel & { key: string; text: string; copies: number };

export type Sheet = { media: Media; labels: SheetLabel[]; notices: string[] };
