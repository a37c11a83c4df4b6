import { LRUCache } from "lru-cache";
import type { User } from "#app/auth/guard.server.ts";

/**
 * Keeps what `read` gives per session and key for `keepForMs` in this process, for at most `keepAtMost`
 * sessions and keys; those not asked for longest go first. `refresh` reads again. A failed read is not kept.
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
        // The read belonged to another request of this session, which may have gone away: read for ourselves.
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
