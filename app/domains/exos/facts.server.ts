import type { User } from "#app/auth/guard.server.ts";
import { readWithin } from "#app/http/api.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import { formatCents, type Moment } from "#app/values/values.ts";
import { returnedCents } from "#contract/credit.ts";
import { listExos, readExo } from "./exos.server.ts";
import { toExo } from "./model.ts";
import { exoPath, exoSearch } from "./paths.ts";
import { type DisplayState, displayStateOf } from "./state.ts";

export type ExoFacts = {
  id: string;
  name: string;
  href: string;
  store: string;
  displayState: DisplayState;
  createdAt?: Moment;
};

const stored = keepPerSession<ExoFacts[]>({
  keepForMs: 10_000,
  keepAtMost: 500,
  read: async (user, orderId) => {
    const { rows } = await listExos({ user, store: undefined, stores: [] }, { ...exoSearch.every, orderId });
    const wanted = orderId.trim().toLowerCase();
    return rows.flatMap((row) => {
      if (!row.readable) return [];
      const exo = toExo(row.row);
      if (exo.orderId.toLowerCase() !== wanted) return [];
      return {
        id: exo.id,
        name: exo.name,
        href: exoPath(undefined, {}, { id: exo.id }),
        store: exo.store,
        displayState: displayStateOf(exo),
        createdAt: exo.createdAt,
      };
    });
  },
});

/**
 * The EXOs of exactly this order number, as far as they stand on the first page of those that hold it; kept for ten
 * seconds, so that going from tab to tab asks once. Throws ApiError.
 */
export const exosOfOrder = (user: User, orderId: string): Promise<ExoFacts[]> => stored(user, orderId);

const amounts = keepPerSession<string>({
  keepForMs: 10_000,
  keepAtMost: 1000,
  read: async (user, exoId) => {
    const cents = returnedCents((await readExo(user, exoId)).item);
    return cents === undefined ? "" : formatCents(cents);
  },
});

/** What comes back with an EXO, in dollars; empty where that is not known, or not within `limitMs`. */
export async function returnedWithin(user: User, exoId: string, limitMs: number): Promise<string> {
  const read = await readWithin(user, limitMs, "page", (reader) => amounts(reader, exoId));
  return read.ok ? read.value : "";
}
