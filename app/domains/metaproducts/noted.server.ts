import { requireMay } from "#app/auth/guard.server.ts";
import { listStores } from "#app/domains/stores/api.server.ts";
import { findStore } from "#app/domains/stores/model.ts";
import type { NoteKind } from "#app/notes/kind.server.ts";
import { shorten } from "#app/values/show.ts";
import { findMetaProduct } from "./api.server.ts";
import { productRef, productStand } from "./notes.server.ts";
import { productPath } from "./paths.ts";
import { productSearch } from "./search.ts";

/** Notes on the products of a store. */
export const productsNoted: NoteKind = {
  key: "product",
  what: "product",
  open: async (request, { store, id }) => ({
    user: await requireMay(request, "store/products"),
    ref: productRef(store, id),
  }),
  async read(user, { store: alias, id }) {
    const store = findStore(await listStores(user), alias);
    const found = store && (await findMetaProduct(user, store, { id, group: "" }, productSearch.every));
    return found?.readable ? { name: shorten(id, 80), ...productStand(found.row) } : undefined;
  },
  href: ({ store, id }) => productPath(store, {}, { id, group: "" }),
};
