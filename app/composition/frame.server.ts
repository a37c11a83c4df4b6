import { attempt } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { readBatch } from "#app/core/database/batchRead.server.ts";
import { database } from "#app/core/database/database.server.ts";
import { hasFlash, takeFlash } from "#app/core/http/flash.server.ts";
import { listStores } from "#app/core/stores/guard.server.ts";
import { preferencesOf } from "#app/features/preferences/preferences.server.ts";
import { knownBell, readOmissions } from "#app/features/today/today.server.ts";
import { knownMenu, openViewsOf } from "#app/features/views/views.server.ts";
import { todayFor } from "./todaySources.server.ts";
import { viewLists } from "./viewLists.server.ts";

/**
 * The data of every page's frame: one statement of the portal's database, and another one where a message waits to be
 * taken. Without the stores the frame still works; the page itself shows the error.
 */
export async function readFrame(user: User) {
  const today = todayFor(user);
  const bellWith = knownBell(user, today);
  const [stores, read] = await Promise.all([
    attempt(listStores(user)),
    readBatch(database, {
      preferences: preferencesOf(user),
      views: openViewsOf(user, viewLists),
      hasFlash: hasFlash(user),
      ...readOmissions(user, today),
    }),
  ]);
  // First: a prefetch ends here.
  const flash = read.hasFlash ? await takeFlash(user) : undefined;
  return {
    stores: stores.ok ? stores.value : [],
    preferences: read.preferences,
    views: knownMenu(user, read.views),
    bell: bellWith(read),
    flash,
  };
}
