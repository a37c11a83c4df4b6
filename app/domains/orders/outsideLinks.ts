import { outsideHref } from "#app/stores/model.ts";
import type { Store } from "#contract/stores.ts";

/** URL templates of an order in the seller portals, each with `{orderId}`; unset ones give no link. */
export type SellerPortals = { iconic?: string | undefined; catch?: string | undefined };

export type OutsideLink = { label: string; href: string };

/** Paths of an order in a web store's control panel. */
const controlPanels = {
  bigcommerce: { name: "BigCommerce", folder: "/manage" },
  shopify: { name: "Shopify", folder: "/admin" },
} as const;

function controlPanelHref(base: string | null | undefined, folder: string, orderId: string) {
  const root = outsideHref(base);
  if (root === undefined) return undefined;
  const { origin, hostname, pathname } = new URL(root);
  const start = pathname.replace(/\/+$/, "");
  // A base may already include the control panel; Shopify's own host is nothing else.
  const inside = start.endsWith(folder) || hostname === "admin.shopify.com";
  return `${origin}${start}${inside ? "" : folder}/orders/${encodeURIComponent(orderId)}`;
}

/**
 * The order in its source system: the store's control panel for bigcommerce and shopify, the seller
 * portal for iconic and catch (orders#outside-link). By `externalSourceID`, else `sourceId`;
 * undefined without an id or URL, or for any other type.
 */
export function outsideOrderLink(
  order: { externalId: string; sourceId: string; storeType: string },
  store: Store | undefined,
  portals: SellerPortals,
): OutsideLink | undefined {
  const orderId = order.externalId || order.sourceId;
  if (orderId === "") return undefined;
  const type = (store?.storeType || order.storeType).toLowerCase();
  if (type === "bigcommerce" || type === "shopify") {
    const { name, folder } = controlPanels[type];
    const href = controlPanelHref(store?.managementBaseUrl, folder, orderId);
    return href === undefined ? undefined : { label: `View in ${name}`, href };
  }
  if (type !== "iconic" && type !== "catch") return undefined;
  const href = outsideHref(portals[type]?.replaceAll("{orderId}", encodeURIComponent(orderId)));
  return href === undefined ? undefined : { label: "View in seller portal", href };
}
