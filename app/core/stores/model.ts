import { isAllowed, type StorePageKey, storeCapabilities } from "#contract/capabilities.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { Store } from "#contract/stores.ts";
import { isStoreType, storeTypeHas } from "#contract/storeTypes.ts";
import { storePages as pages } from "./pages.ts";
import { storePath } from "./paths.ts";

/** The pages of a store in menu order, with their roles and store types (roles#store-pages). */
const storePages = pages.map((page) => ({ ...page, ...storeCapabilities[page.key] }));

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

export type StoreCard = { alias: string; name: string; picture: string; href: string };
export type StoreCards = { cards: StoreCard[]; unreadable: { id: string; problem: string }[] };

const byName = new Intl.Collator("en-AU", { sensitivity: "base", numeric: true });

/**
 * The readable stores, by name (stores#cards); those without an alias have no page and are left out (stores#no-alias).
 */
export const readableStores = (rows: readonly WireRow<Store>[]): Store[] =>
  rows
    .flatMap((row) => (row.readable && row.row.storeAlias.trim() !== "" ? [row.row] : []))
    .sort((a, b) => byName.compare(a.storeName, b.storeName));

/** The URL of a store type's picture, all of which are in one file; a neutral one for types unknown to the contract. */
export const storePicture = (storeType: string): string =>
  `/store-types.svg#${isStoreType(storeType) ? storeType : "neutral"}`;

/** The Stores screen: one card per store, and the unreadable rows. */
export const toStoreCards = (rows: readonly WireRow<Store>[]): StoreCards => ({
  cards: readableStores(rows).map((store) => ({
    alias: store.storeAlias,
    name: store.storeName,
    picture: storePicture(store.storeType),
    href: storePath(store.storeAlias),
  })),
  unreadable: rows.flatMap((row) => {
    if (!row.readable) return [{ id: row.id, problem: row.problem }];
    return row.row.storeAlias.trim() === "" ? [{ id: row.row.storeName, problem: "storeAlias: empty" }] : [];
  }),
});

/** The store of an alias, matched case-insensitively (addresses#alias); an exact match takes precedence. */
export const findStore = (rows: readonly WireRow<Store>[], alias: string): Store | undefined => {
  const stores = readableStores(rows);
  const folded = alias.toLowerCase();
  return (
    stores.find((store) => store.storeAlias === alias) ??
    stores.find((store) => store.storeAlias.toLowerCase() === folded)
  );
};

export type StoreMenuGroup = { heading?: string; items: { key: string; label: string; href: string }[] };
export type StoreFrame = {
  alias: string;
  name: string;
  storeType: string;
  picture: string;
  href: string;
  managementHref?: string;
  menu: StoreMenuGroup[];
};

/** An external URL that is safe to link to: http and https only. */
export const outsideHref = (value: string | null | undefined): string | undefined => {
  if (!value || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
};

export const toStoreFrame = (store: Store, roles: readonly string[]): StoreFrame => {
  const menu: StoreMenuGroup[] = [];
  for (const page of openStorePages(store.storeType, roles)) {
    const item = { key: page.key, label: page.label, href: storePath(store.storeAlias, page.segment) };
    const last = menu.at(-1);
    if (last && last.heading === page.group) last.items.push(item);
    else menu.push({ heading: page.group, items: [item] });
  }
  const managementHref = outsideHref(store.managementBaseUrl);
  return {
    alias: store.storeAlias,
    name: store.storeName,
    storeType: store.storeType,
    picture: storePicture(store.storeType),
    href: storePath(store.storeAlias),
    managementHref,
    menu,
  };
};
