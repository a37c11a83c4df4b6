import { requireMay, type User } from "#app/auth/guard.server.ts";
import type { NoteKind } from "#app/notes/kind.server.ts";
import { shorten } from "#app/values/show.ts";
import type { Store } from "#contract/stores.ts";
import { findMetaProduct } from "./api.server.ts";
import { productRef, productStand } from "./notes.server.ts";
import { productPath, productSearch } from "./paths.ts";

/** A store by its alias; undefined where there is none. */
type StoreOf = (user: User, alias: string) => Promise<Store | undefined>;

/** Notes on the products of a store. */
export const productsNoted = (storeOf: StoreOf): NoteKind => ({
  key: "product",
  what: "product",
  open: async (request, { store, id }) => ({
    user: await requireMay(request, "store/products"),
    ref: productRef(store, id),
  }),
  async read(user, { store: alias, id }) {
    const store = await storeOf(user, alias);
    const found = store && (await findMetaProduct(user, store, { id, group: "" }, productSearch.every));
    return found?.readable ? { name: shorten(id, 80), ...productStand(found.row) } : undefined;
  },
  href: ({ store, id }) => productPath(store, {}, { id, group: "" }),
});
