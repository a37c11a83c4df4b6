import { attempt } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { handleOf } from "#app/core/auth/sessionStore.server.ts";
import { listStores } from "#app/core/stores/guard.server.ts";
import { readableStores } from "#app/core/stores/model.ts";
import { stationPath } from "#app/domains/labels/paths.ts";
import { stations } from "#app/domains/labels/stations/stations.server.ts";

/**
 * The computers that print for a station without sign-in, of all stores, with the person who allowed it: such a key
 * outlasts that person's sessions (sign-in#station-keys). `error`: the stores could not be read.
 */
async function stationKeys(user: User) {
  const read = await attempt(listStores(user));
  if (!read.ok) return { keys: [], error: read.error };
  const names = new Map(
    readableStores(read.value).map(({ storeAlias, storeName }) => [storeAlias, storeName]),
  );
  const keys = (await stations.keyed([...names.keys()])).flatMap(({ alias, id, name, key }) => {
    if (!key) return [];
    const { by, at, subject } = key;
    const giver = subject === undefined ? undefined : handleOf(subject);
    const storeName = names.get(alias) ?? alias;
    return [{ alias, id, name, storeName, href: stationPath(alias, id), by, at, giver }];
  });
  return { keys, error: undefined };
}
export type StationKeyRow = Awaited<ReturnType<typeof stationKeys>>["keys"][number];

export const keyedStations = {
  keys: stationKeys,
  /** Its computer has to sign in from then on. */
  takeBack: (alias: string, id: string) => stations.set(alias, id, { key: undefined }),
};
