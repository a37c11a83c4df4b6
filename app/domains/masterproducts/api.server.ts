import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getProducts, type MasterProduct } from "#contract/masterproducts.ts";

const stored = keepPerSession<WireRow<MasterProduct>[]>({
  keepForMs: 60_000,
  keepAtMost: 100,
  read: (user) => callPortalApi(user, getProducts),
});

/**
 * Every style of all stores, in the server's order (calls#master-products). The call returns the
 * whole list, which is cached per session for 60 seconds: paging, searching and opening a style
 * cost no call. `refresh` bypasses the cache. Throws ApiError.
 */
export const listMasterProducts = (user: User, { refresh = false } = {}) => stored(user, "", { refresh });
