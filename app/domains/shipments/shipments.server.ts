import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { type Finder, once, said } from "#app/find/finder.server.ts";
import { callPortalApi, callPortalApiReadBy } from "#app/http/api.server.ts";
import { readable } from "#app/lists/listed.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { type SheetChoices, sheetChoices, sheetHrefs, sheetSearch } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/sheets/sheetExport.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { shorten } from "#app/values/values.ts";
import { getShipments, shipmentPageSize } from "#contract/shipments.ts";
import type { Store } from "#contract/stores.ts";
import { shipmentSheetPlan, toShipment } from "./list.ts";
import { type ShipmentFilter, shipmentSearch, shipmentsPath } from "./paths.ts";

/** A number is worth asking every store for from so many digits on. */
const fewestDigits = 4;

async function search(user: User, code: string, stores: readonly Store[]) {
  const pages = await Promise.all(
    stores.map(async (store) => {
      const rows = await listShipments(user, store.storeName, { ...shipmentSearch.every, query: code });
      return readable(rows).map((row) => ({ store, of: toShipment(row, store.storeName) }));
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

export const shipmentSheet = defineSheet({
  what: "shipments",
  plan: shipmentSheetPlan,
  choice: sheetSearch,
  guard: ({ request, params }) => requireStorePage(request, params.alias, "shipments"),
  filterOf: ({ url }) => shipmentSearch.read(url),
  listPath: ({ store }, filter) => shipmentsPath(store.storeAlias, filter),
  rowsOf: ({ user, store: { storeName } }, filter) => ({
    subject: storeName,
    options: { storeName, timeZone: env.TIME_ZONE },
    pageSize: shipmentPageSize,
    pagesPerSlice,
    readPage: (page, read) =>
      callPortalApiReadBy(user, getShipments, pageOf(storeName, { ...filter, page }), read),
  }),
});

/** The ways to take shipments away: the page on the screen (the call knows no other size), or all that match. */
export const shipmentSheetChoices = (alias: string, filter: ShipmentFilter): SheetChoices =>
  sheetChoices(
    filter,
    shipmentPageSize,
    [
      [`Page ${filter.page}`, { all: false }],
      ["All shipments that match", { all: true }],
    ],
    (start, choice) => sheetHrefs(shipmentsPath(alias, start), sheetSearch.entries(choice)),
  );

const pageOf = (storeName: string, filter: ShipmentFilter) => ({
  query: {
    store: storeName,
    page: filter.page,
    orderId: filter.query || undefined,
  },
});

/** One page of 20 of a store's shipments, including rows without an order number (calls#shipments). Throws ApiError. */
export const listShipments = (user: User, storeName: string, filter: ShipmentFilter) =>
  callPortalApi(user, getShipments, pageOf(storeName, filter));
