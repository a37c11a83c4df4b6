import type { User } from "#app/auth/guard.server.ts";
import type { Moment } from "#app/values/moment.ts";
import { listExos } from "./api.server.ts";
import { toExo } from "./model.ts";
import { exoPath } from "./paths.ts";
import { exoSearch } from "./search.ts";
import { type Standing, standingOf } from "./standing.ts";

/** What other documents tell of an EXO. */
export type ExoFacts = { name: string; href: string; standing: Standing; createdAt?: Moment };

/** The EXOs of exactly this order, as far as they stand on the first page of those that hold its number. Throws ApiError. */
export async function exosOfOrder(user: User, orderId: string): Promise<ExoFacts[]> {
  const { rows } = await listExos({ user, store: undefined, stores: [] }, { ...exoSearch.every, orderId });
  const wanted = orderId.trim().toLowerCase();
  return rows.flatMap((row) => {
    if (!row.readable) return [];
    const exo = toExo(row.row);
    if (exo.orderId.toLowerCase() !== wanted) return [];
    return {
      name: exo.name,
      href: exoPath(undefined, {}, { id: exo.id }),
      standing: standingOf(exo),
      ...(exo.createdAt === undefined ? {} : { createdAt: exo.createdAt }),
    };
  });
}
