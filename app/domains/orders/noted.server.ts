import { requireMay } from "#app/auth/guard.server.ts";
import type { NoteKind } from "#app/notes/kind.server.ts";
import { shorten } from "#app/values/show.ts";
import { findOrder } from "./api.server.ts";
import { orderNumber, toOrder } from "./model.ts";
import { orderRef, orderStand } from "./notes.ts";
import { orderPath, orderSearch } from "./paths.ts";
import { maxIdLength } from "./shown.ts";

/** Notes on orders. */
export const ordersNoted: NoteKind = {
  key: "order",
  what: "order",
  open: async (request, { id }) => ({ user: await requireMay(request, "orders"), ref: orderRef(id) }),
  async read(user, { id }) {
    const found = await findOrder(user, { storeName: undefined }, id, orderSearch.every);
    if (found.found !== "order" || !found.row.readable || found.row.row.id !== id) return undefined;
    const { row } = found.row;
    return { name: shorten(orderNumber(toOrder(row)), maxIdLength), ...orderStand(row) };
  },
  href: ({ id }) => orderPath(undefined, {}, { id }),
};
