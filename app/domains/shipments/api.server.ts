import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi, callPortalApiReadBy } from "#app/http/api.server.ts";
import type { AnswerReader } from "#app/http/apiAnswer.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getShipments, type ShipmentRow } from "#contract/shipments.ts";
import type { ShipmentFilter } from "./paths.ts";

const pageOf = (storeName: string, filter: ShipmentFilter) => ({
  query: {
    store: storeName,
    page: filter.page,
    orderId: filter.query || undefined,
  },
});

/** One page of 20 of a store's shipments, including rows without an order number (calls#shipments). Throws ApiError. */
export const listShipments = (
  user: User,
  storeName: string,
  filter: ShipmentFilter,
): Promise<WireRow<ShipmentRow>[]> => callPortalApi(user, getShipments, pageOf(storeName, filter));

/** The same page for the spreadsheet, parsed by `read`. Throws ApiError. */
export const readShipmentsForExport = <Value>(
  user: User,
  storeName: string,
  filter: ShipmentFilter,
  read: AnswerReader<Value>,
): Promise<Value> => callPortalApiReadBy(user, getShipments, pageOf(storeName, filter), read);
