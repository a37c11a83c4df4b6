import type { User } from "#app/auth/guard.server.ts";
import { readableStores } from "#app/domains/stores/model.ts";
import { env } from "#app/env.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { Store } from "#contract/stores.ts";
import { type ListContext, storeFinder } from "./list.ts";
import type { OrderFilter } from "./paths.ts";

/** Whose orders a page is about, and who looks at them. `store` undefined: those of all stores. */
export type OrdersOf = { user: User; store: Store | undefined; storeOf: ListContext["storeOf"] };

/** The orders of all stores; an order whose store is not among these goes by the name and type it carries. */
export const ordersOfAllStores = (user: User, stores: readonly WireRow<Store>[]): OrdersOf => ({
  user,
  store: undefined,
  storeOf: storeFinder(readableStores(stores)),
});

/** The orders of one store. */
export const ordersOfStore = (user: User, store: Store): OrdersOf => ({ user, store, storeOf: () => store });

/** What the list and its panel need to build their links. */
export const contextOf = ({ user, store, storeOf }: OrdersOf, filter: OrderFilter): ListContext => ({
  scope: store?.storeAlias,
  filter,
  username: user.username,
  storeOf,
  portals: { iconic: env.ICONIC_ORDER_URL, catch: env.CATCH_ORDER_URL },
});
