import type { User } from "#app/auth/guard.server.ts";
import { readableStores } from "#app/domains/stores/model.ts";
import { env } from "#app/env.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { Store } from "#contract/stores.ts";
import { type ListContext, storeFinder } from "./list.ts";
import type { OrderFilter } from "./search.ts";

/** Whose orders a page is about, and who looks at them. `store` undefined: those of all `stores`. */
export type OrdersOf = {
  user: User;
  store: Store | undefined;
  stores: Store[];
  storeOf: ListContext["storeOf"];
};

/** The orders of all stores; an order whose store is not among these goes by the name and type it carries. */
export function ordersOfAllStores(user: User, rows: readonly WireRow<Store>[]): OrdersOf {
  const stores = readableStores(rows);
  return { user, store: undefined, stores, storeOf: storeFinder(stores) };
}

/** The orders of one store. */
export const ordersOfStore = (user: User, store: Store): OrdersOf => ({
  user,
  store,
  stores: [store],
  storeOf: () => store,
});

/** What the list and its panel need to build their links. */
export const contextOf = ({ user, store, storeOf }: OrdersOf, filter: OrderFilter): ListContext => ({
  scope: store?.storeAlias,
  filter,
  username: user.username,
  storeOf,
  portals: { iconic: env.ICONIC_ORDER_URL, catch: env.CATCH_ORDER_URL },
});
