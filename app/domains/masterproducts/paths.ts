/** What the list is filtered by; `page` starts at 1. */
export type MasterFilter = { query: string; page: number };

const searchOf = (filter: MasterFilter, refresh = false): string => {
  const search = new URLSearchParams();
  if (filter.query !== "") search.set("q", filter.query);
  if (filter.page > 1) search.set("page", String(filter.page));
  if (refresh) search.set("refresh", "1");
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
};

/** The Product Master of all stores (2 §2.1). */
export const masterRootPath = "/products/";

/** The list, filtered; without a filter its first page. */
export const masterProductsPath = (filter: Partial<MasterFilter> = {}): string =>
  `${masterRootPath}${searchOf({ query: "", page: 1, ...filter })}`;

/** The list read from the server again. */
export const masterRefreshPath = (filter: MasterFilter): string =>
  `${masterRootPath}${searchOf(filter, true)}`;

/** The detail panel of one style, over the list it was opened from. */
export const masterProductPath = (filter: MasterFilter, styleCode: string): string =>
  `/products/${encodeURIComponent(styleCode)}${searchOf(filter)}`;

const listKey = (url: URL): string =>
  JSON.stringify(["q", "page", "refresh"].map((name) => url.searchParams.get(name)));

/** Whether two URLs show the same list: search and page; an open panel makes no other. */
export const isSameMasterList = (one: URL, other: URL): boolean => listKey(one) === listKey(other);
