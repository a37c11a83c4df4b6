import type { User } from "#app/auth/guard.server.ts";

type Kept<T> = { until: number; value: Promise<T> };

/**
 * Keeps what `read` gives per session and key for `keepForMs` in this process, for at most `keepAtMost`
 * sessions and keys; the oldest go first. `refresh` reads again. A failed read is not kept.
 */
export function keepPerSession<T>(options: {
  keepForMs: number;
  keepAtMost: number;
  read: (user: User, key: string) => Promise<T>;
}): (user: User, key: string, choice?: { refresh?: boolean }) => Promise<T> {
  const kept = new Map<string, Kept<T>>();
  return async (user, key, { refresh = false } = {}) => {
    const place = `${user.sessionId} ${key}`;
    const found = kept.get(place);
    if (found && !refresh && found.until > Date.now()) {
      try {
        return await found.value;
      } catch (failure) {
        // The read belonged to another request of this session, which may have gone away: read for ourselves.
        if (user.request.signal.aborted) throw failure;
      }
    }
    const entry: Kept<T> = { until: Date.now() + options.keepForMs, value: options.read(user, key) };
    kept.delete(place);
    kept.set(place, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= options.keepAtMost) break;
      kept.delete(oldest);
    }
    try {
      return await entry.value;
    } catch (failure) {
      if (kept.get(place) === entry) kept.delete(place);
      throw failure;
    }
  };
}
