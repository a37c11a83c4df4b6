import type { LoaderFunctionArgs } from "@remix-run/node";
import { actsAs } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { requireStoreScope, type StoreScope } from "#app/stores/guard.server.ts";
import { type ListContext, storeFinder } from "./list.ts";
import type { OrderFilter } from "./paths.ts";

/** Whose orders a page is about, and who looks at them. `store` undefined: those of all `stores`. */
export type OrderScope = StoreScope & { storeOf: ListContext["storeOf"] };

/** What is done to orders where they are those of all stores (roles#global-actions). */
type OrderPermission = "orders" | "orders.act" | "orders.export";

/**
 * The guard of every order route, at either address: whose orders the page is about. An order whose store is not
 * among these stores goes by the name and type it carries.
 */
export async function requireOrders(
  args: Pick<LoaderFunctionArgs, "request" | "params">,
  permission: OrderPermission = "orders",
): Promise<OrderScope> {
  const { user, store, stores } = await requireStoreScope(args, "orders", permission);
  return { user, store, stores, storeOf: store ? () => store : storeFinder(stores) };
}

export const contextOf = ({ user, store, storeOf }: OrderScope, filter: OrderFilter): ListContext => ({
  alias: store?.storeAlias,
  filter,
  username: actsAs(user, store ? "store/orders" : "orders.act"),
  storeOf,
  portals: { iconic: env.ICONIC_ORDER_URL, catch: env.CATCH_ORDER_URL },
});
