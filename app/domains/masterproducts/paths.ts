import { sameList } from "#app/search/sameList.ts";
import { type MasterFilter, masterSearch } from "./search.ts";

/** The Product Master of all stores (addresses#routes). */
export const masterRootPath = "/products/";

/** The list, filtered; without a filter its first page. */
export const masterProductsPath = (filter: Partial<MasterFilter> = {}): string =>
  `${masterRootPath}${masterSearch.write(filter)}`;

/** The list read from the server again. */
export const masterRefreshPath = (filter: MasterFilter): string =>
  `${masterRootPath}${masterSearch.write({ ...filter, refresh: true })}`;

/** The detail panel of one style, over the list it was opened from. */
export const masterProductPath = (filter: MasterFilter, styleCode: string): string =>
  `/products/${encodeURIComponent(styleCode)}${masterSearch.write(filter)}`;

/** Whether two URLs show the same list: search and page; an open panel makes no other. */
export const isSameMasterList = sameList(/^\/products(?=\/|$)/, masterSearch);
