import {
  defineListSearch,
  flag,
  oneOf,
  pageNumber,
  type SearchOf,
  sameList,
  text,
  typed,
} from "#app/core/search/search.ts";

/** The sort orders of the list besides the server's (product-master#order). */
const masterSorts = ["updated", "untouched", "code", "code-down", "name", "name-down"] as const;

/** Filter and order of the list, and whether to reload it from the server. */
export const masterSearch = defineListSearch({
  query: typed("q"),
  brand: text("brand"),
  sort: oneOf("sort", [undefined, ...masterSorts]),
  page: pageNumber(),
  refresh: flag("refresh"),
});
export type MasterFilter = Omit<SearchOf<typeof masterSearch>, "refresh">;

/** The Product Master of all stores (addresses#routes). */
export const masterRootPath = "/products/";

export const masterProductsPath = (filter: Partial<MasterFilter> = {}): string =>
  `${masterRootPath}${masterSearch.write(filter)}`;

export const masterRefreshPath = (filter: MasterFilter): string =>
  `${masterRootPath}${masterSearch.write({ ...filter, refresh: true })}`;

export const masterProductPath = (filter: MasterFilter, styleCode: string): string =>
  `/products/${encodeURIComponent(styleCode)}${masterSearch.write(filter)}`;

export const isSameMasterList = sameList(/^\/products(?=\/|$)/, masterSearch);
