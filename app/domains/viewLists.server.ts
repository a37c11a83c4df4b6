import type { ViewPlaces } from "#app/savedViews/pages.server.ts";
import { type ViewList, viewList } from "#app/savedViews/viewList.server.ts";
import { knownStores } from "#app/stores/api.server.ts";
import { findStore, readableStores } from "#app/stores/model.ts";
import type { Counted } from "#app/today/lines.ts";
import type { WirePage } from "#contract/envelopes.ts";
import { auditListPath, auditSearch } from "./audit/paths.ts";
import { listEdiOrders, listInterchanges } from "./edi/partner/api.server.ts";
import { ediOrdersPath, interchangesPath } from "./edi/partner/paths.ts";
import { ediOrderSearch, interchangeSearch } from "./edi/partner/search.ts";
import {
  storeEdiOrderSearch,
  storeEdiOrdersPath,
  storeInterchangeSearch,
  storeInterchangesPath,
} from "./edi/store/paths.ts";
import { listExos } from "./exos/api.server.ts";
import { creditSearch, creditsPath, exoSearch, exosPath } from "./exos/paths.ts";
import { masterProductsPath, masterSearch } from "./masterproducts/paths.ts";
import { productSearch, productsPath } from "./metaproducts/paths.ts";
import { readToCount } from "./orders/api.server.ts";
import type { CountedOrders } from "./orders/overview.ts";
import { orderSearch, ordersPath } from "./orders/paths.ts";
import { ruleSearch, rulesPath } from "./rules/paths.ts";
import { shipmentSearch, shipmentsPath } from "./shipments/paths.ts";

/** All pages but the last are full, so that two calls count what a list with numbered pages holds (views#counts). */
async function pagedCount(pageOf: (page: number) => Promise<WirePage<unknown>>): Promise<Counted> {
  const first = await pageOf(1);
  if (first.pages <= 1) return { count: first.rows.length, orMore: false };
  const last = await pageOf(first.pages);
  return { count: (first.pages - 1) * first.rows.length + last.rows.length, orMore: false };
}

/** Orders of a view that are counted, where one page of the call gives so many. */
const countedOrders = 100;

const countOf = ({ rows, isCut }: CountedOrders): Counted => ({ count: rows.length, orMore: isCut });

/** The lists that can be kept by a name: every one that has filters (views#what). */
export const viewLists: readonly ViewList[] = [
  viewList({
    title: "Orders",
    permission: "orders",
    at: /^\/orders\/?$/,
    search: orderSearch,
    path: (_, filter) => ordersPath(undefined, filter),
    count: async (user, _, filter) =>
      countOf(await readToCount(user, { storeName: undefined }, filter, countedOrders)),
  }),
  viewList({
    title: "Orders",
    permission: "store/orders",
    at: /^\/store\/([^/]+)\/orders\/?$/,
    search: orderSearch,
    path: ordersPath,
    count: async (user, alias = "", filter) => {
      const store = findStore(await knownStores(user), alias);
      return store && countOf(await readToCount(user, store, filter, countedOrders));
    },
  }),
  viewList({
    title: "Returns and Exchanges",
    permission: "returns",
    at: /^\/returns\/?$/,
    search: exoSearch,
    path: (_, filter) => exosPath(undefined, filter),
    // No call narrows to a step: each page does so by itself (returns#step-filter).
    count: async (user, _, filter) => {
      if (filter.step !== "") return undefined;
      const stores = readableStores(await knownStores(user));
      return pagedCount((page) => listExos({ user, store: undefined, stores }, { ...filter, page }));
    },
  }),
  viewList({
    title: "Returns and Exchanges",
    permission: "store/returns",
    at: /^\/store\/([^/]+)\/returns\/?$/,
    search: exoSearch,
    path: exosPath,
    count: async (user, alias = "", filter) => {
      const store = findStore(await knownStores(user), alias);
      if (!store || filter.step !== "") return undefined;
      return pagedCount((page) => listExos({ user, store, stores: [store] }, { ...filter, page }));
    },
  }),
  viewList({
    title: "Credits",
    permission: "store/returns",
    at: /^\/returns\/credits\/?$/,
    search: creditSearch,
    path: (_, filter) => creditsPath(filter),
  }),
  viewList({
    title: "EDI Interchanges",
    permission: "edi",
    at: /^\/edi\/myer\/interchanges\/?$/,
    search: interchangeSearch,
    path: (_, filter) => interchangesPath(filter),
    count: (user, _, filter) => pagedCount((page) => listInterchanges(user, { ...filter, page })),
  }),
  viewList({
    title: "EDI Orders",
    permission: "edi",
    at: /^\/edi\/myer\/orders\/?$/,
    search: ediOrderSearch,
    path: (_, filter) => ediOrdersPath(filter),
    count: (user, _, filter) => pagedCount((page) => listEdiOrders(user, { ...filter, page })),
  }),
  viewList({
    title: "Product Master",
    permission: "masterproducts",
    at: /^\/products\/?$/,
    search: masterSearch,
    path: (_, { refresh: __, ...filter }) => masterProductsPath(filter),
  }),
  viewList({
    title: "Meta Products",
    permission: "store/products",
    at: /^\/store\/([^/]+)\/products\/?$/,
    search: productSearch,
    path: productsPath,
  }),
  viewList({
    title: "Custom Rules",
    permission: "store/customrules",
    at: /^\/store\/([^/]+)\/customrules\/?$/,
    search: ruleSearch,
    path: rulesPath,
  }),
  viewList({
    title: "Shipments",
    permission: "store/shipments",
    at: /^\/store\/([^/]+)\/shipments\/?$/,
    search: shipmentSearch,
    path: shipmentsPath,
  }),
  viewList({
    title: "EDI Interchanges",
    permission: "store/interchanges",
    at: /^\/store\/([^/]+)\/interchanges\/?$/,
    search: storeInterchangeSearch,
    path: storeInterchangesPath,
  }),
  viewList({
    title: "EDI Orders",
    permission: "store/ediorders",
    at: /^\/store\/([^/]+)\/ediorders\/?$/,
    search: storeEdiOrderSearch,
    path: storeEdiOrdersPath,
  }),
  viewList({
    title: "Audit trail",
    permission: "audit",
    at: /^\/audit\/?$/,
    search: auditSearch,
    path: (_, filter) => auditListPath(filter),
  }),
];

/** The lists, and what their stores are called as far as the service tells it now. */
export const viewPlaces: ViewPlaces = {
  lists: viewLists,
  async storeNames(user) {
    const stores = await knownStores(user);
    return (alias) => findStore(stores, alias)?.storeName ?? alias;
  },
};
