import type { StorePageKey } from "#contract/capabilities.ts";

type Page = { label: string; group?: string };

const pages: Record<StorePageKey, Page> = {
  overview: { label: "Overview" },
  products: { label: "Meta Products", group: "Products" },
  orders: { label: "Orders", group: "Orders" },
  customrules: { label: "Custom Rules" },
  printlabel: { label: "Print Label" },
  shipments: { label: "Shipments" },
  returns: { label: "Returns and Exchanges" },
  nswvoucher: { label: "NSW Voucher" },
  interchanges: { label: "EDI Interchanges", group: "Edi" },
  ediorders: { label: "EDI Orders", group: "Edi" },
};

const isPage = (key: string): key is StorePageKey => Object.hasOwn(pages, key);

/**
 * The pages of a store, in menu order. `segment` is the path below `/store/{alias}`, as `app/routes.ts` has it, empty
 * for the Overview; `packages/contract/capabilities.ts` has the roles of each.
 */
export const storePages = Object.keys(pages)
  .filter(isPage)
  .map((key) => ({ key, ...pages[key], segment: key === "overview" ? "" : key }));
