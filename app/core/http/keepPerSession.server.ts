import { LRUCache } from "lru-cache";
import type { User } from "#app/core/auth/guard.server.ts";

/**
 * Caches the result of `read` per session and key for `keepForMs` in this process, for at most `keepAtMost` sessions
 * and keys; the least recently used go first. `refresh` reads again. Failed reads are not cached.
 */
export function keepPerSession<T>(options: {
  keepForMs: number;
  keepAtMost: number;
  read: (user: User, key: string) => Promise<T>;
}): (user: User, key: string, choice?: { refresh?: boolean }) => Promise<T> {
  const stored = new LRUCache<string, Promise<T>>({ max: options.keepAtMost, ttl: options.keepForMs });
  return async (user, key, { refresh = false } = {}) => {
    const place = `${user.sessionId} ${key}`;
    const found = refresh ? undefined : stored.get(place);
    if (found) {
      try {
        return await found;
      } catch (failure) {
        // The read belonged to another request of this session, which may have been aborted: read again for this one.
        if (user.request.signal.aborted) throw failure;
      }
    }
    const value = options.read(user, key);
    stored.set(place, value);
    try {
      return await value;
    } catch (failure) {
      if (stored.peek(place) === value) stored.delete(place);
      throw failure;
    }
  };
}
