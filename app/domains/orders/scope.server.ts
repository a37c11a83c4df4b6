import { requireUser, type User } from "#app/auth/guard.server.ts";
import { listStores } from "#app/domains/stores/api.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";
import { readableStores } from "#app/domains/stores/model.ts";
import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import type { Store } from "#contract/stores.ts";
import { type ListContext, storeFinder } from "./list.ts";
import type { OrderFilter } from "./paths.ts";

/** Whose orders a page is about, and who looks at them. `store` undefined: those of all stores. */
export type OrdersOf = { user: User; store: Store | undefined; storeOf: ListContext["storeOf"] };

/** The guard of the global orders pages: every signed-in person (decisions, Roles). */
export async function ordersOfAllStores(request: Request): Promise<OrdersOf> {
  const user = await requireUser(request);
  // Without the stores the orders still show, by the names and types that they carry themselves.
  const stores = await attempt(listStores(user));
  return { user, store: undefined, storeOf: storeFinder(stores.ok ? readableStores(stores.value) : []) };
}

/** The guard of one store's orders pages (2 §2.2, §6). */
export async function ordersOfStore(request: Request, alias: string | undefined): Promise<OrdersOf> {
  const { user, store } = await requireStorePage(request, alias, "orders");
  return { user, store, storeOf: () => store };
}

/** What the list and its panel need to build their links. */
export const contextOf = ({ user, store, storeOf }: OrdersOf, filter: OrderFilter): ListContext => ({
  scope: store?.storeAlias,
  filter,
  username: user.username,
  storeOf,
  portals: { iconic: env.ICONIC_ORDER_URL, catch: env.CATCH_ORDER_URL },
});
