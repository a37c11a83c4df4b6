import { knownStores } from "#app/core/stores/guard.server.ts";
import { findStore } from "#app/core/stores/model.ts";
import { stateLookOf } from "#app/core/values/processingStates.ts";
import { storeEdiOrderPaths, storeInterchangePaths } from "#app/domains/edi/store/paths.ts";
import { orderStatusChoices } from "#app/domains/orders/statuses.ts";
import { shipmentPaths } from "#app/domains/shipments/paths.ts";
import { auditListPath, auditSearch } from "#app/features/audit/paths.ts";
import type { ViewPlaces } from "#app/features/views/pages.server.ts";
import { storeViewList, type ViewList, viewList } from "#app/features/views/viewList.server.ts";
import { recordKinds } from "./recordKinds.server.ts";

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
