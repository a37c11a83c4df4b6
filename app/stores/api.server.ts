import type { User } from "#app/auth/guard.server.ts";
import { attempt, callPortalApi } from "#app/http/api.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getStores, type Store } from "#contract/stores.ts";

const stored = keepPerSession<WireRow<Store>[]>({
  keepForMs: 60_000,
  keepAtMost: 500,
  read: (user) => callPortalApi(user, getStores),
});

/**
 * The stores this user may see, unsorted, including unreadable rows (calls#stores). Cached per session for 60 seconds,
 * so that the frame around every page costs no call of its own; `refresh` bypasses the cache. Throws ApiError.
 */
export const listStores = (user: User, { refresh = false } = {}) => stored(user, "", { refresh });

/** The stores if available: none if the call fails, for pages that work without them. */
export async function knownStores(user: User): Promise<WireRow<Store>[]> {
  const stores = await attempt(listStores(user));
  return stores.ok ? stores.value : [];
}

/** The EDI marketplaces among the known stores, as choices by alias. */
export const marketplaceChoices = async (user: User): Promise<{ value: string; label: string }[]> =>
  (await knownStores(user)).flatMap((read) =>
    read.readable && read.row.storeType === "edimarketplace"
      ? [{ value: read.row.storeAlias, label: read.row.storeName }]
      : [],
  );
