import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { User } from "#app/core/auth/guard.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";

/**
 * Caches the result of `read` per session and key for `keepForMs` in this process, for at most `keepAtMost` sessions
 * and keys; the least recently used go first. `refresh` reads again. Failed reads are not cached. With `lastAfterMs` the
 * last result is given where another takes longer, or the service has no answer (calls#last-stores).
 */
export function keepPerSession<T>(options: {
  keepForMs: number;
  keepAtMost: number;
  lastAfterMs?: number;
  read: (user: User, key: string) => Promise<T>;
}): (user: User, key: string, choice?: { refresh?: boolean }) => Promise<T> {
  const { keepForMs, keepAtMost, lastAfterMs, read } = options;
  const stored = new LRUCache<string, Promise<T>>({ max: keepAtMost, ttl: keepForMs });
  const last = new LRUCache<string, { value: T }>({ max: keepAtMost });

  async function readAnew(user: User, key: string, place: string): Promise<T> {
    const value = read(user, key);
    stored.set(place, value);
    try {
      const result = await value;
      if (lastAfterMs !== undefined) last.set(place, { value: result });
      return result;
    } catch (failure) {
      if (stored.peek(place) === value) stored.delete(place);
      throw failure;
    }
  }

  /** The last result where this one takes too long, or can't be had. */
  async function orLast(place: string, reading: Promise<T>): Promise<T> {
    const lastKnown = last.get(place);
    if (!lastKnown || lastAfterMs === undefined) return reading;
    const settled = reading.catch((failure: unknown) => {
      if (failure instanceof ApiError && failure.view.code >= 500) return lastKnown.value;
      throw failure;
    });
    const settling = new AbortController();
    const late = delay(lastAfterMs, lastKnown.value, { signal: settling.signal }).catch(() => settled);
    return Promise.race([settled, late]).finally(() => settling.abort());
  }

  return async (user, key, { refresh = false } = {}) => {
    const place = `${user.sessionId} ${key}`;
    const found = refresh ? undefined : stored.get(place);
    if (found) {
      try {
        return await orLast(place, found);
      } catch (failure) {
        // The read belonged to another request of this session, which may have been aborted: read again for this one.
        if (user.request.signal.aborted || failure instanceof ApiError) throw failure;
      }
    }
    return orLast(place, readAnew(user, key, place));
  };
}
