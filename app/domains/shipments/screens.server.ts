import { may, type User } from "#app/core/auth/guard.server.ts";
import { readable } from "#app/core/lists/listed.ts";
import { storeOrdersHref } from "#app/core/stores/paths.ts";
import { shorten } from "#app/core/values/values.ts";
import { type Finder, nonEmpty, once } from "#app/features/find/finder.server.ts";
import { defineStoreList } from "#app/screens/storeList.server.ts";
import { getShipments, shipmentPageSize } from "#contract/shipments.ts";
import type { Store } from "#contract/stores.ts";
import { shipmentColumns, shipmentSheetPlan, toShipment, toShipmentList } from "./columns.ts";
import { shipmentPaths } from "./paths.ts";

/** A number is worth asking every store for from so many digits on. */
const fewestDigits = 4;

async function search(user: User, code: string, stores: readonly Store[]) {
  const pages = await Promise.all(
    stores.map(async (store) => {
      const rows = await shipmentList.read(user, store, { ...shipmentPaths.search.every, query: code });
      return readable(rows).map((row) => ({ store, of: toShipment(row, store.storeName) }));
    }),
  );
  const orders = pages
    .flat()
    .filter(({ of }) => of.orderNumber !== "")
    .map(({ store, of }) => ({ id: `${store.storeAlias} ${of.orderNumber} ${of.docket}`, store, of }));
  return {
    hits: once([orders]).map(({ store, of }) => ({
      href: shipmentPaths.list(store.storeAlias, { query: of.orderNumber }),
      title: `Shipment of order ${shorten(of.orderNumber, 80)}`,
      about: { rest: nonEmpty(of.docket, store.storeName, of.styleName).map((text) => shorten(text, 80)) },
      isExact: false,
    })),
    isCut: pages.some((page) => page.length >= shipmentPageSize),
  };
}

export const shipmentFinder: Finder = {
  kind: "shipments",
  label: "Shipments",
  by: "an order number of four digits or more",
  permission: "store/shipments",
  isSlow: true,
  find: (user, { code = "", id, sscc }, stores) =>
    code.replace(/\D/g, "").length < fewestDigits || id || sscc ? undefined : search(user, code, stores),
};

/** One page of 20 rows, including those without an order number (calls#shipments). */
export const shipmentList = defineStoreList({
  paths: shipmentPaths,
  call: getShipments,
  query: ({ storeName }, { query, page }) => ({ store: storeName, page, orderId: query || undefined }),
  pageSize: shipmentPageSize,
  screen: { columns: shipmentColumns.views() },
  toList(rows, { user, store: { storeAlias, storeName } }) {
    const orderHref = (number: string) => storeOrdersHref(storeAlias, number);
    return toShipmentList(rows, { storeName, orderHref: may(user, "store/orders") ? orderHref : undefined });
  },
  noun: "shipments",
  hasSheet: true,
});

export const shipmentSheet = shipmentList.sheet(shipmentSheetPlan);
