import { storePages } from "#app/routes.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";

/** One page of a store, with its roles and store types (roles#store-pages). */
export type StorePage = (typeof storePages)[number];

export type StorePageKey = StorePage["key"];

/** The row of one page; every key has one. */
export const storePage = (key: StorePageKey): StorePage =>
  storePages.find((page) => page.key === key) ?? storePages[0];

/** Whether stores of this type have the page, whoever asks (roles#store-pages). */
export const storeHasPage = (page: StorePage, storeType: string): boolean =>
  page.feature === undefined || storeTypeHas(storeType, page.feature);

/** The pages that the store's type has and that one of these roles opens, in menu order. */
export const openStorePages = (storeType: string, roles: readonly string[]): StorePage[] =>
  storePages.filter(
    (page) => storeHasPage(page, storeType) && page.roles.some((role) => roles.includes(role)),
  );
