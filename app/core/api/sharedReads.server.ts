import { LRUCache } from "lru-cache";

type Stored = { value: Promise<unknown>; readers: Set<string> };

/** Resolves as `value` does, or rejects as soon as the caller has gone. */
async function unlessGone<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const ended = new AbortController();
  const gone = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: ended.signal });
  });
  try {
    return await Promise.race([value, gone]);
  } finally {
    ended.abort();
  }
}

/**
 * Shares reads of the same key within `servesMs` of their start, in this process. A failure that
 * concerns one caller alone, according to `isOnes`, makes the others read for themselves.
 */
export function createSharedReads(servesMs: number, isOnes: (failure: unknown) => boolean) {
  const stored = new LRUCache<string, Stored>({ ttl: servesMs, ttlAutopurge: true, perf: Date });
  return {
    /**
     * The result of `read`, started by the first caller under `key`; rejects with the signal's reason
     * once this caller has gone, while the read continues for the others. All callers under one key
     * read the same thing. A `reader` that calls again wants newer data: it is read again.
     */
    async read<Value>(
      key: string,
      reader: string,
      signal: AbortSignal,
      read: (signal: AbortSignal) => Promise<Value>,
    ) {
      signal.throwIfAborted();
      const found = stored.get(key);
      if (found && !found.readers.has(reader)) {
        found.readers.add(reader);
        try {
          // All reads under one key have the same result type.
          return await unlessGone(found.value as Promise<Value>, signal);
        } catch (failure) {
          if (signal.aborted || !isOnes(failure)) throw failure;
          return read(signal);
        }
      }
      const value = read(new AbortController().signal);
      // The first caller may have gone by the time it fails.
      value.catch(() => undefined);
      stored.set(key, { value, readers: new Set([reader]) });
      return unlessGone(value, signal);
    },
    forget: () => stored.clear(),
  };
}
