import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { asLook, oneOf, pageNumber, text } from "#app/search/fields.ts";
import { storePath } from "#app/stores/paths.ts";

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
