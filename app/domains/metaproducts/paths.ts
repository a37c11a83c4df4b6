import { storePath } from "#app/domains/stores/paths.ts";
import { type SearchEntry, searchOf } from "#app/values/search.ts";

/** What the list is filtered by; `page` starts at 1. */
export type ProductFilter = { code: string; title: string; invalid: boolean; page: number };

export const productTabs = ["inventory", "changes", "raw"] as const;
export type ProductTab = (typeof productTabs)[number];

/** Which products an export holds: one page of 1,000 (spec 1 §9) or all that match. */
export type ProductExport = { all: boolean; variants: boolean };

/**
 * Where one product is looked for. No call returns a single product, so its URL also carries its group
 * id; `opener` is what its dialogs lead back to.
 */
export type ProductPlace = { id: string; group: string; tab?: ProductTab; opener?: "detail" };

const filterEntries = (filter: ProductFilter): SearchEntry[] => [
  ["code", filter.code],
  ["title", filter.title],
  ["invalid", filter.invalid ? "1" : ""],
  ["page", filter.page > 1 ? String(filter.page) : ""],
];

const placeEntries = (place: ProductPlace): SearchEntry[] => [
  ["group", place.group],
  ["tab", place.tab ?? ""],
  ["from", place.opener ?? ""],
];

const everything: ProductFilter = { code: "", title: "", invalid: false, page: 1 };

/** The list, filtered; without a filter its first page. */
export const productsPath = (alias: string, filter: Partial<ProductFilter> = {}): string =>
  `${storePath(alias, "products")}${searchOf(filterEntries({ ...everything, ...filter }))}`;

/** The detail panel of one product, over the list it was opened from. */
export const productPath = (alias: string, filter: ProductFilter, place: ProductPlace): string =>
  `${storePath(alias, "products")}/${encodeURIComponent(place.id)}${searchOf([
    ...filterEntries(filter),
    ...placeEntries(place),
  ])}`;

const exportEntries = (choice: ProductExport): SearchEntry[] => [
  ["rows", choice.all ? "all" : ""],
  ["variants", choice.variants ? "1" : ""],
];

/** The spreadsheet itself. */
export const productSheetPath = (alias: string, filter: ProductFilter, choice: ProductExport): string =>
  `${storePath(alias, "products/export.xlsx")}${searchOf([
    ...filterEntries(filter),
    ...exportEntries(choice),
  ])}`;

/** One slice of the spreadsheet's rows as JSON, for the browser that builds the file itself. */
export const productSheetRowsPath = (alias: string, filter: ProductFilter, choice: ProductExport): string =>
  `${storePath(alias, "products/export.json")}${searchOf([
    ...filterEntries(filter),
    ...exportEntries(choice),
  ])}`;

/** What of a URL decides which rows the list shows: two URLs with the same key show the same list. */
export const productListKey = (url: URL): string =>
  ["code", "title", "invalid", "page"].map((name) => url.searchParams.get(name) ?? "").join("\n");

const storeIn = ({ pathname }: URL): string | undefined => pathname.split("/")[2];

/** Whether two URLs show the same list: whose, filter and page; an open panel makes no other. */
export const isSameProductList = (one: URL, other: URL): boolean =>
  storeIn(one) === storeIn(other) && productListKey(one) === productListKey(other);
