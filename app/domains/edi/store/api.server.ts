import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import {
  getEdiInterchanges,
  getEdiOrders,
  type StoreEdiOrder,
  type StoreInterchange,
  storeEdiPageSize,
} from "#contract/ediStore.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { Store } from "#contract/stores.ts";
import type { StoreEdiOrderFilter, StoreInterchangeFilter } from "./paths.ts";

/** The user and store of the documents: the store is identified by its name. */
export type EdiOf = { user: User; store: Store };

const paged = ({ store }: EdiOf, page: number) => ({
  storegroup: store.storeName,
  page,
  pagesize: storeEdiPageSize,
});

/** One page of 10 interchanges of a store (calls#store-interchanges). Throws ApiError. */
export const listStoreInterchanges = (
  of: EdiOf,
  { controlNumber, orderNumber, direction, page }: StoreInterchangeFilter,
): Promise<WireRow<StoreInterchange>[]> =>
  callPortalApi(of.user, getEdiInterchanges, {
    query: {
      ...paged(of, page),
      search: controlNumber || undefined,
      ordernumber: orderNumber || undefined,
      directions: direction || undefined,
    },
  });

/** One page of 10 EDI orders of a store (calls#store-edi-orders). Throws ApiError. */
export const listStoreEdiOrders = (
  of: EdiOf,
  { orderNumber, page }: StoreEdiOrderFilter,
): Promise<WireRow<StoreEdiOrder>[]> =>
  callPortalApi(of.user, getEdiOrders, {
    query: { ...paged(of, page), search: orderNumber || undefined },
  });

type Identified = { id?: string | null | undefined };

const named = <Row extends Identified>(rows: readonly WireRow<Row>[], id: string) =>
  rows.find((row) => (row.readable ? row.row.id : row.id) === id);

/**
 * The interchange of an id. No call returns a single one: the id is searched for, then the list
 * page that it was opened from. Undefined if neither has it. Throws ApiError.
 */
export async function findStoreInterchange(of: EdiOf, id: string, filter: StoreInterchangeFilter) {
  const wanted = { controlNumber: id, orderNumber: "", direction: "" as const, page: 1 };
  return (
    named(await listStoreInterchanges(of, wanted), id) ?? named(await listStoreInterchanges(of, filter), id)
  );
}

/** The EDI order of an id, likewise. Throws ApiError. */
export async function findStoreEdiOrder(of: EdiOf, id: string, filter: StoreEdiOrderFilter) {
  return (
    named(await listStoreEdiOrders(of, { orderNumber: id, page: 1 }), id) ??
    named(await listStoreEdiOrders(of, filter), id)
  );
}
