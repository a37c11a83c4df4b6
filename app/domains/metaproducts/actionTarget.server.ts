import type { User } from "#app/auth/guard.server.ts";
import { factsOf } from "#app/confirm/command.ts";
import { eventPage } from "#app/confirm/event.server.ts";
import type { ActionTarget } from "#app/confirm/model.ts";
import { dialogPlace } from "#app/recordPages/dialogPlace.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { MetaProduct } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { findMetaProduct } from "./api.server.ts";
import { toProduct } from "./model.ts";
import { type ProductFilter, productPath, productSearch, productsPath, productView } from "./paths.ts";

/**
 * The product of an action as in the action event: its own store group and type if it has them,
 * else its store's. Undefined if the product is not found. Throws ApiError.
 */
export async function findActionTarget(
  user: User,
  store: Store,
  wanted: { id: string; group: string },
  filter: ProductFilter,
  action: string,
): Promise<ActionTarget | undefined> {
  const found = await findMetaProduct(user, store, wanted, filter);
  return found && targetOf(store, found, action);
}

/** The same, for a product already read by a list. */
export function targetOf(store: Store, read: WireRow<MetaProduct>, action: string): ActionTarget | undefined {
  if (!read.readable) return undefined;
  const { row, raw } = read;
  const name = shorten(toText(row.groupId) || row.id, 80);
  return {
    id: row.id,
    name,
    facts: factsOf([
      ["Code", name],
      ["Title", shorten(toProduct(row, store.storeType).title, 200)],
      ["Store", store.storeName],
    ]),
    storeGroup: toText(row.storeGroup) || store.storeName,
    sourceType: toText(row.storeType) || store.storeType,
    offered: row.availableActions?.find(({ value }) => value === action),
    raw,
  };
}

/** One action of a product, with the URLs of the product, the dialog, and the page to return to. */
export function productActionPage(user: User, store: Store, request: Request, id: string, action: string) {
  const filter = productSearch.read(request.url);
  const { group } = productView.read(request.url);
  const alias = store.storeAlias;
  return eventPage({
    user,
    action,
    kind: "",
    wanted: id,
    ...dialogPlace(request, action, {
      recordPath: (opened) => productPath(alias, filter, { id, group, ...opened }),
      listPath: productsPath(alias, filter),
    }),
    findTarget: () => findActionTarget(user, store, { id, group }, filter, action),
  });
}
