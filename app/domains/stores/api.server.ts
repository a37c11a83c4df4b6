import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getStores, type Store } from "#contract/stores.ts";

const keepFor = 60_000;
const keepAtMost = 500;

type Kept = { until: number; rows: Promise<WireRow<Store>[]> };
const kept = new Map<string, Kept>();

const forget = (sessionId: string, entry: Kept): void => {
  if (kept.get(sessionId) === entry) kept.delete(sessionId);
};

/**
 * The stores this person may see, unsorted, unreadable rows included (1 §7). Kept per session for 60
 * seconds in this process, so that the frame around every page costs no call of its own; `refresh`
 * asks again. A failed call is not kept. Throws ApiError.
 */
export async function listStores(user: User, { refresh = false } = {}): Promise<WireRow<Store>[]> {
  const found = kept.get(user.sessionId);
  if (found && !refresh && found.until > Date.now()) {
    try {
      return await found.rows;
    } catch (failure) {
      // The call belonged to another request of this session, which may have gone away: ask for ourselves.
      if (user.request.signal.aborted) throw failure;
    }
  }
  const entry: Kept = { until: Date.now() + keepFor, rows: callPortalApi(user, getStores) };
  kept.delete(user.sessionId);
  kept.set(user.sessionId, entry);
  for (const oldest of kept.keys()) {
    if (kept.size <= keepAtMost) break;
    kept.delete(oldest);
  }
  try {
    return await entry.rows;
  } catch (failure) {
    forget(user.sessionId, entry);
    throw failure;
  }
}
