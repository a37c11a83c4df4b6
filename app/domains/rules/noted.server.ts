import { requireMay, type User } from "#app/auth/guard.server.ts";
import type { NoteKind } from "#app/notes/kind.server.ts";
import type { NoteRef } from "#app/notes/notes.ts";
import { shorten } from "#app/values/show.ts";
import type { Store } from "#contract/stores.ts";
import { listRules, ruleIn } from "./api.server.ts";
import { nameOfRule } from "./model.ts";
import { rulePath, ruleSearch } from "./paths.ts";

/** A rule of a store as notes know it. Today tells what it did, not how it stands: it is never handled. */
export const ruleRef = (alias: string, id: string): NoteRef => ({ kind: "rule", store: alias, id });
export const ruleStand = { stamp: "", lines: [] };

/** A store by its alias; undefined where there is none. */
type StoreOf = (user: User, alias: string) => Promise<Store | undefined>;

/** Notes on the rules of a store. */
export const rulesNoted = (storeOf: StoreOf): NoteKind => ({
  key: "rule",
  what: "rule",
  open: async (request, { store, id }) => ({
    user: await requireMay(request, "store/customrules"),
    ref: ruleRef(store, id),
  }),
  async read(user, { store: alias, id }) {
    const store = await storeOf(user, alias);
    const found = store && ruleIn(await listRules(user, store), id);
    return found?.readable ? { name: shorten(nameOfRule(found.row), 80), ...ruleStand } : undefined;
  },
  href: ({ store, id }) => rulePath(store, ruleSearch.every, id),
});
