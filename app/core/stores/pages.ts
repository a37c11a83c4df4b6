import type { StorePageKey } from "#contract/capabilities.ts";

type Page = { key: StorePageKey; label: string; group?: string };

const pages: readonly Page[] = [
  { key: "overview", label: "Overview" },
  { key: "products", label: "Meta Products", group: "Products" },
  { key: "orders", label: "Orders", group: "Orders" },
  { key: "customrules", label: "Custom Rules" },
  { key: "printlabel", label: "Print Label" },
  { key: "shipments", label: "Shipments" },
  { key: "returns", label: "Returns and Exchanges" },
  { key: "nswvoucher", label: "NSW Voucher" },
  { key: "interchanges", label: "EDI Interchanges", group: "Edi" },
  { key: "ediorders", label: "EDI Orders", group: "Edi" },
];

/**
 * The pages of a store, in menu order. `segment` is the path below `/store/{alias}`, as `app/routes.ts` has it, empty
 * for the Overview; `packages/contract/capabilities.ts` has the roles of each.
 */
export const storePages = pages.map((page) => ({
  ...page,
  segment: page.key === "overview" ? "" : page.key,
}));
