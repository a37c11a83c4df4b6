import type { User } from "#app/auth/guard.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { type Dated, isDated, undated } from "#app/search/sharedSearches.ts";

/** Whether the service can sort orders and returns, and filter them by date (screens#order). */
export const canOrder = (user: User): Promise<boolean> => hasExtension(user, "dates-and-order");

/** The filter as far as the service supports it: without days and order if it supports neither. */
export const withinReach = async <Filter extends Dated>(user: User, filter: Filter): Promise<Filter> =>
  !isDated(filter) || (await canOrder(user)) ? filter : undated(filter);

/** The filter of a list's page as far as the service supports it, and whether parts of the URL's were ignored. */
export async function datedFilter<Filter extends Dated>(user: User, requested: Filter) {
  const hasOrders = await canOrder(user);
  return {
    filter: hasOrders ? requested : undated(requested),
    hasOrders,
    sortIgnored: !hasOrders && isDated(requested),
  };
}
