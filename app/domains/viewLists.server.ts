import type { ViewPlaces } from "#app/savedViews/pages.server.ts";
import { storeViewList, type ViewList, viewList } from "#app/savedViews/viewList.server.ts";
import { knownStores } from "#app/stores/guard.server.ts";
import { findStore } from "#app/stores/model.ts";
import { stateLookOf } from "#app/values/processingStates.ts";
import { auditListPath, auditSearch } from "./audit/paths.ts";
import { storeEdiOrderPaths, storeInterchangePaths } from "./edi/store/paths.ts";
import { orderStatusChoices } from "./orders/statuses.ts";
import { recordKinds } from "./recordKinds.server.ts";
import { shipmentPaths } from "./shipments/paths.ts";

/** The lists that can be kept by a name: every one that has filters (views#what). */
export const viewLists: readonly ViewList[] = [
  ...recordKinds.flatMap(({ views }) => views),
  storeViewList(shipmentPaths),
  storeViewList(storeInterchangePaths),
  storeViewList(storeEdiOrderPaths),
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
  valueWords: (value) =>
    orderStatusChoices.find((status) => status.value === value)?.label ?? stateLookOf(value)?.label ?? value,
};
