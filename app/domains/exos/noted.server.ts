import { requireMay } from "#app/auth/guard.server.ts";
import type { NoteKind } from "#app/notes/kind.server.ts";
import { shorten } from "#app/values/show.ts";
import { readExo } from "./api.server.ts";
import { toExo } from "./model.ts";
import { exoRef, exoStand } from "./notes.ts";
import { exoPath } from "./paths.ts";

/** Notes on returns and exchanges. */
export const exosNoted: NoteKind = {
  key: "return",
  what: "return",
  open: async (request, { id }) => ({ user: await requireMay(request, "returns"), ref: exoRef(id) }),
  async read(user, { id }) {
    const { item } = await readExo(user, id);
    return item.id === id ? { name: shorten(toExo(item).name, 120), ...exoStand(item) } : undefined;
  },
  href: ({ id }) => exoPath(undefined, {}, { id }),
};
