import { defineSearch, text } from "#app/search/search.ts";
import { storePath } from "#app/stores/paths.ts";
import type { Label, Priced } from "../label.ts";

/** The labels to check: those whose product or barcode contains the text. */
export const wrongLabelSearch = defineSearch({ find: text("find") });

/** The labels of a store that say something else than Print Label would print now (labels#wrong-labels). */
export const wrongLabelsPath = (alias: string, find = ""): string =>
  `${storePath(alias, "printlabel")}/wrong${wrongLabelSearch.write({ find })}`;

/** The report of a printed label of a product (labels#last-labels); undefined for any other label. */
export const reportOf = (
  { label, title, priced }: { label: Label; title: string; priced?: Priced | undefined },
  { at, by }: { at: number; by: string },
) =>
  priced && {
    ...{ barcode: priced.barcode, design: label.design, title, copies: label.copies },
    ...{ price: label.price, book: priced.book, bookPrice: priced.price },
    ...(label.was === undefined ? {} : { was: label.was, wasBook: priced.wasBook }),
    ...{ at, by },
  };

/** What Print Label would print now, or why that is unknown. */
export type PriceNow =
  | { is: "known"; price: string; book: string; was: string; difference: string }
  | { is: "unpriced" }
  | { is: "gone" }
  | { is: "unread"; why: string };

/** Labels that are wrong or could not be checked. */
export type WrongLabel = {
  key: string;
  title: string;
  barcode: string;
  copies: number;
  /** The design's name, if the store has a choice. */
  design: string;
  price: string;
  /** Their former price; empty without one. */
  was: string;
  /** The price book of the label's price, or the book's price if another was typed. */
  from: string;
  at: number;
  by: string;
  now: PriceNow;
  /** Print Label for this product, if it has a price. */
  printHref: string | undefined;
};

/** The labels of a store compared with today's prices. */
export type CheckedLabels = {
  /** The first of them, those with another price first. */
  rows: WrongLabel[];
  total: number;
  wrong: number;
  /** Labels whose product has gone or has no price now. */
  unpriced: number;
  unread: number;
  /** When, in epoch milliseconds. */
  at: number;
  /** Why none of them could be read. */
  failure: string | undefined;
  /** Whether any label of the store is stored. */
  isAny: boolean;
  /** The wrong labels to print, by design and former price's book; `printed`: the report of their labels. */
  batches: {
    label: string;
    count: number;
    /** Where the form leads that puts them into the batch, and its fields. */
    action: string;
    fill: string;
    token: string;
    printed: string;
  }[];
};
