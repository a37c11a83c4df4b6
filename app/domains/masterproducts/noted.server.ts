import { requireMay } from "#app/auth/guard.server.ts";
import type { NoteKind } from "#app/notes/kind.server.ts";
import type { NoteRef } from "#app/notes/notes.ts";
import { shorten } from "#app/values/show.ts";
import { listMasterProducts } from "./api.server.ts";
import { findMasterProduct } from "./model.ts";
import { masterProductPath, masterSearch } from "./paths.ts";

/** A style of the Product Master as notes know it: it waits for nobody. */
export const masterProductRef = (id: string): NoteRef => ({ kind: "master-product", store: "", id });
export const masterStand = { stamp: "", lines: [] };

/** Notes on styles of the Product Master. */
export const masterProductsNoted: NoteKind = {
  key: "master-product",
  what: "style",
  open: async (request, { id }) => ({
    user: await requireMay(request, "masterproducts"),
    ref: masterProductRef(id),
  }),
  async read(user, { id }) {
    const row = findMasterProduct(await listMasterProducts(user), id);
    return row?.readable ? { name: shorten(id, 80), ...masterStand } : undefined;
  },
  href: ({ id }) => masterProductPath(masterSearch.every, id),
};
