import type { User } from "#app/auth/guard.server.ts";
import { type Finder, once, said } from "#app/find/finder.server.ts";
import { shorten } from "#app/values/values.ts";
import { shipmentPageSize } from "#contract/shipments.ts";
import type { Store } from "#contract/stores.ts";
import { listShipments } from "./api.server.ts";
import { toShipment } from "./model.ts";
import { shipmentSearch, shipmentsPath } from "./paths.ts";

/** A number is worth asking every store for from so many digits on. */
const fewestDigits = 4;

async function search(user: User, code: string, stores: readonly Store[]) {
  const pages = await Promise.all(
    stores.map(async (store) => {
      const rows = await listShipments(user, store.storeName, { ...shipmentSearch.every, query: code });
      return rows.flatMap((row) =>
        row.readable ? [{ store, of: toShipment(row.row, store.storeName) }] : [],
      );
    }),
  );
  const orders = pages
    .flat()
    .filter(({ of }) => of.orderNumber !== "")
    .map(({ store, of }) => ({ id: `${store.storeAlias} ${of.orderNumber} ${of.docket}`, store, of }));
  return {
    hits: once([orders]).map(({ store, of }) => ({
      href: shipmentsPath(store.storeAlias, { query: of.orderNumber }),
      title: `Shipment of order ${shorten(of.orderNumber, 80)}`,
      about: said(of.docket, store.storeName, of.styleName).map((text) => shorten(text, 80)),
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
