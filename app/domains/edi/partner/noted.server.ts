import { requireMay } from "#app/auth/guard.server.ts";
import type { NoteKind } from "#app/notes/kind.server.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import { readEdiOrder, readInterchange } from "./api.server.ts";
import { ediOrderRef, ediOrderStand, interchangeRef, interchangeStand } from "./notes.ts";
import { ediOrderPath, interchangePath } from "./paths.ts";

const maxNameLength = 80;

/** Notes on interchanges. */
export const interchangesNoted: NoteKind = {
  key: "interchange",
  what: "interchange",
  open: async (request, { id }) => ({ user: await requireMay(request, "edi"), ref: interchangeRef(id) }),
  async read(user, { id }) {
    const { item } = await readInterchange(user, id);
    if (item.id !== id) return undefined;
    return { name: shorten(toText(item.control_reference) || id, maxNameLength), ...interchangeStand(item) };
  },
  href: ({ id }) => interchangePath({ id }),
};

/** Notes on EDI orders. */
export const ediOrdersNoted: NoteKind = {
  key: "edi-order",
  what: "EDI order",
  open: async (request, { id }) => ({ user: await requireMay(request, "edi"), ref: ediOrderRef(id) }),
  async read(user, { id }) {
    const { item } = await readEdiOrder(user, id);
    if (item.id !== id) return undefined;
    return { name: shorten(toText(item.utopia_order_number) || id, maxNameLength), ...ediOrderStand(item) };
  },
  href: ({ id }) => ediOrderPath({ id }),
};
