import type { User } from "#app/auth/guard.server.ts";
import { readableStores } from "#app/domains/stores/model.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { Store } from "#contract/stores.ts";
import type { ExosOf } from "./api.server.ts";

/** The returns and exchanges of all stores. */
export const exosOfAllStores = (user: User, stores: readonly WireRow<Store>[]): ExosOf => ({
  user,
  store: undefined,
  stores: readableStores(stores),
});

/** Those of one store. */
export const exosOfStore = (user: User, store: Store): ExosOf => ({ user, store, stores: [store] });
