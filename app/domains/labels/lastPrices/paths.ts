import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { asLook, oneOf, pageNumber, text } from "#app/search/fields.ts";
import { storePath } from "#app/stores/paths.ts";
import type { LabelDesign } from "../design.ts";

/** Which of the remembered labels are compared with today's prices, and in which order. */
export const wrongLabelSearch = defineSearch({
  find: text("find"),
  order: asLook(oneOf("order", ["oldest", "newest"])),
  page: pageNumber(),
});
export type WrongLabelFilter = SearchOf<typeof wrongLabelSearch>;

/** The labels of a store whose price has changed since (labels#wrong-labels). */
export const wrongLabelsPath = (alias: string, filter: Partial<WrongLabelFilter> = {}): string =>
  `${storePath(alias, "printlabel")}/wrong${wrongLabelSearch.write(filter)}`;

/** Where a workstation tells which labels its own printer was sent. */
export const labelsPrintedPath = (alias: string): string => `${storePath(alias, "printlabel")}/printed`;

/** What a product costs now, or why that can't be said. */
export type PriceNow =
  | { is: "known"; price: string; book: string; difference: string }
  | { is: "unpriced" }
  | { is: "gone" }
  | { is: "unread"; why: string };

/** A label that is wrong, or of which nobody can say that it is right. */
export type WrongLabel = {
  key: string;
  title: string;
  barcode: string;
  /** The design's name, where the store has a choice. */
  design: string;
  price: string;
  /** The price book of the label's price, or what that said where another price was typed. */
  from: string;
  at: number;
  by: string;
  now: PriceNow;
  /** Print Label with this product, where there is a price to print. */
  printHref: string | undefined;
};

/** The labels of one view, compared with the prices of now. */
export type CheckedLabels = {
  rows: WrongLabel[];
  /** Pages of the labels that the filter leaves, and the one that is shown. */
  page: number;
  pages: number;
  /** Which of them were checked, counted from 1, of how many. */
  first: number;
  last: number;
  total: number;
  wrong: number;
  /** Those without a product or a price now. */
  unpriced: number;
  right: number;
  unread: number;
  /** When, in epoch milliseconds. */
  at: number;
  /** Why none of them could be read. */
  failure: string | undefined;
  /** Whether the portal remembers any label of the store. */
  isAny: boolean;
  /** Print Label with a batch of the wrong ones; for each design one. */
  batches: { design: LabelDesign; label: string; count: number; href: string }[];
};
