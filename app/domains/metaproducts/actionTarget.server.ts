import type { User } from "#app/auth/guard.server.ts";
import type { ActionTarget } from "#app/domains/actions/model.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { Store } from "#contract/stores.ts";
import { findMetaProduct } from "./api.server.ts";
import type { ProductFilter } from "./search.ts";

/**
 * The product an action is done to, as the action event names it: its own store group and type where it has
 * them, else its store's. Undefined when the product is not found. Throws ApiError.
 */
export async function findActionTarget(
  user: User,
  store: Store,
  wanted: { id: string; group: string },
  filter: ProductFilter,
  action: string,
): Promise<ActionTarget | undefined> {
  const found = await findMetaProduct(user, store, wanted, filter);
  if (!found?.readable) return undefined;
  const { row, raw } = found;
  return {
    id: row.id,
    about: shorten(toText(row.groupId) || row.id, 80),
    storeGroup: toText(row.storeGroup) || store.storeName,
    sourceType: toText(row.storeType) || store.storeType,
    offered: row.availableActions?.find(({ value }) => value === action),
    raw,
  };
}
