import type { Role } from "#app/auth/roles.ts";
import { type StoreFeature, storeTypeHas } from "#contract/storeTypes.ts";

/** One page of a store, with its roles and store types (roles#store-pages). */
export type StorePage = {
  key: string;
  label: string;
  /** Heading under which the menu lists the page. */
  group?: string;
  /** Path segment below `/store/{alias}`; empty for the Overview. */
  segment: string;
  roles: readonly Role[];
  /** Only the stores of a type with this feature have the page. */
  feature?: StoreFeature;
};

const office: readonly Role[] = ["Admin", "User"];

/** All ten store pages, in menu order. */
export const storePages = [
  { key: "overview", label: "Overview", segment: "", roles: office },
  {
    key: "products",
    label: "Meta Products",
    group: "Products",
    segment: "products",
    roles: office,
  },
  { key: "orders", label: "Orders", group: "Orders", segment: "orders", roles: office },
  {
    key: "customrules",
    label: "Custom Rules",
    segment: "customrules",
    roles: office,
    feature: "rules",
  },
  {
    key: "printlabel",
    label: "Print Label",
    segment: "printlabel",
    roles: ["PrintLabel", "Admin"],
  },
  {
    key: "shipments",
    label: "Shipments",
    segment: "shipments",
    roles: ["Store", "Admin", "PrintLabel"],
  },
  {
    key: "returns",
    label: "Returns and Exchanges",
    segment: "returns",
    roles: office,
    feature: "returns",
  },
  {
    key: "nswvoucher",
    label: "NSW Voucher",
    segment: "nswvoucher",
    roles: office,
    feature: "vouchers",
  },
  {
    key: "interchanges",
    label: "EDI Interchanges",
    group: "Edi",
    segment: "interchanges",
    roles: office,
    feature: "edi",
  },
  {
    key: "ediorders",
    label: "EDI Orders",
    group: "Edi",
    segment: "ediorders",
    roles: office,
    feature: "edi",
  },
] as const satisfies readonly StorePage[];

export type StorePageKey = (typeof storePages)[number]["key"];

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
