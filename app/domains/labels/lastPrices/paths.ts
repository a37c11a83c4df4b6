import { defineSearch, text } from "#app/search/search.ts";
import { storePath } from "#app/stores/paths.ts";

/** The labels to check: those whose product or barcode contains the text. */
export const wrongLabelSearch = defineSearch({ find: text("find") });

/** The labels of a store that say something else than Print Label would print now (labels#wrong-labels). */
export const wrongLabelsPath = (alias: string, find = ""): string =>
  `${storePath(alias, "printlabel")}/wrong${wrongLabelSearch.write({ find })}`;
