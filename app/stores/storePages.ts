import { storePages as places } from "#app/routes.ts";
import { isAllowed, type StorePageKey, storeCapabilities } from "#contract/capabilities.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";

/** The pages of a store in menu order, with their roles and store types (roles#store-pages). */
const storePages = places.map((place) => ({ ...place, ...storeCapabilities[place.key] }));

export type StorePage = (typeof storePages)[number];

export function storePage(key: StorePageKey): StorePage {
  const page = storePages.find((one) => one.key === key);
  if (!page) throw new Error(`No address is that of the store page '${key}'`);
  return page;
}

/** Whether stores of this type have the page, for any user (roles#store-pages). */
export const storeHasPage = (page: StorePage, storeType: string): boolean =>
  page.feature === undefined || storeTypeHas(storeType, page.feature);

/** The pages that the store's type has and that one of these roles opens, in menu order. */
export const openStorePages = (storeType: string, roles: readonly string[]): StorePage[] =>
  storePages.filter((page) => storeHasPage(page, storeType) && isAllowed({ roles }, page.roles));
