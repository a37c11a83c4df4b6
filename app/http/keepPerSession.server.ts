import type { User } from "#app/auth/guard.server.ts";

type Stored<T> = { until: number; value: Promise<T> };

/**
 * Keeps what `read` gives per session and key for `keepForMs` in this process, for at most `keepAtMost`
 * sessions and keys; the oldest go first. `refresh` reads again. A failed read is not kept.
 */
export function keepPerSession<T>(options: {
  keepForMs: number;
  keepAtMost: number;
  read: (user: User, key: string) => Promise<T>;
}): (user: User, key: string, choice?: { refresh?: boolean }) => Promise<T> {
  const stored = new Map<string, Stored<T>>();
  return async (user, key, { refresh = false } = {}) => {
    const place = `${user.sessionId} ${key}`;
    const found = stored.get(place);
    if (found && !refresh && found.until > Date.now()) {
      try {
        return await found.value;
      } catch (failure) {
        // The read belonged to another request of this session, which may have gone away: read for ourselves.
        if (user.request.signal.aborted) throw failure;
      }
    }
    const entry: Stored<T> = { until: Date.now() + options.keepForMs, value: options.read(user, key) };
    stored.delete(place);
    stored.set(place, entry);
    for (const oldest of stored.keys()) {
      if (stored.size <= options.keepAtMost) break;
      stored.delete(oldest);
    }
    try {
      return await entry.value;
    } catch (failure) {
      if (stored.get(place) === entry) stored.delete(place);
      throw failure;
    }
  };
}
