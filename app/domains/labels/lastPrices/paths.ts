import { asLook, defineSearch, oneOf, pageNumber, type SearchOf, text } from "#app/search/search.ts";
import { storePath } from "#app/stores/paths.ts";
import type { LabelDesign } from "../design.ts";

/** Filter and order of the stored labels to compare with today's prices. */
export const wrongLabelSearch = defineSearch({
  find: text("find"),
  order: asLook(oneOf("order", ["oldest", "newest"])),
  page: pageNumber(),
});
export type WrongLabelFilter = SearchOf<typeof wrongLabelSearch>;

/** The labels of a store whose price has changed since (labels#wrong-labels). */
export const wrongLabelsPath = (alias: string, filter: Partial<WrongLabelFilter> = {}): string =>
  `${storePath(alias, "printlabel")}/wrong${wrongLabelSearch.write(filter)}`;

/** Receives reports of the labels sent to a workstation's own printer. */
export const labelsPrintedPath = (alias: string): string => `${storePath(alias, "printlabel")}/printed`;

/** The current price of a product, or why it is unknown. */
export type PriceNow =
  | { is: "known"; price: string; book: string; difference: string }
  | { is: "unpriced" }
  | { is: "gone" }
  | { is: "unread"; why: string };

/** A label that is wrong or could not be checked. */
export type WrongLabel = {
  key: string;
  title: string;
  barcode: string;
  /** The design's name, if the store has a choice. */
  design: string;
  price: string;
  /** The price book of the label's price, or the book's price if another was typed. */
  from: string;
  at: number;
  by: string;
  now: PriceNow;
  /** Print Label for this product, if it has a price. */
  printHref: string | undefined;
};

/** One page of labels compared with today's prices. */
export type CheckedLabels = {
  rows: WrongLabel[];
  /** Number of pages after filtering, and the current one. */
  page: number;
  pages: number;
  /** The range checked on this page, counted from 1, and the total. */
  first: number;
  last: number;
  total: number;
  wrong: number;
  /** Labels whose product has gone or has no price now. */
  unpriced: number;
  right: number;
  unread: number;
  /** When, in epoch milliseconds. */
  at: number;
  /** Why none of them could be read. */
  failure: string | undefined;
  /** Whether any label of the store is stored. */
  isAny: boolean;
  /** Print Label with a batch of the wrong labels; one per design. */
  batches: { design: LabelDesign; label: string; count: number; href: string }[];
};
