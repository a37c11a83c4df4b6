import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getShipments, type ShipmentRow } from "#contract/shipments.ts";
import type { ShipmentFilter } from "./paths.ts";

/** One page of 20 of a store's shipments, rows without an order number among them (2 §7). Throws ApiError. */
export const listShipments = (
  user: User,
  storeName: string,
  filter: ShipmentFilter,
): Promise<WireRow<ShipmentRow>[]> =>
  callPortalApi(user, getShipments, {
    query: {
      store: storeName,
      page: filter.page,
      ...(filter.query === "" ? {} : { orderId: filter.query }),
    },
  });
