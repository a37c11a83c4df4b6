import { LRUCache } from "lru-cache";

type Stored = { value: Promise<unknown>; readers: Set<string> };

export type SharedReads = {
  /**
   * What `read` gives, begun by whoever asks first under `key`; rejects with the signal's reason once this asker has
   * gone, and the read goes on for the others. All that ask under one key read the same thing. A `reader` who asks again
   * wants what is new since: it is read anew.
   */
  read<Value>(
    key: string,
    reader: string,
    signal: AbortSignal,
    read: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value>;
  /** What is asked for from now on is read anew. */
  forget(): void;
};

/** Resolves as `value` does, or rejects as soon as nobody waits for it. */
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
 * Reads that serve everybody who asks for the same within `servesMs` of their beginning, in this process. A failure
 * that `isOnes` says concerns one asker alone has the others read for themselves.
 */
export function createSharedReads({
  servesMs,
  isOnes,
}: {
  servesMs: number;
  isOnes: (failure: unknown) => boolean;
}): SharedReads {
  const stored = new LRUCache<string, Stored>({ ttl: servesMs, ttlAutopurge: true, perf: Date });
  return {
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
          // Under one key there is one thing, read by one call.
          return await unlessGone(found.value as Promise<Value>, signal);
        } catch (failure) {
          if (signal.aborted || !isOnes(failure)) throw failure;
          return read(signal);
        }
      }
      const value = read(new AbortController().signal);
      // Who began it may have gone by the time that it fails.
      value.catch(() => undefined);
      stored.set(key, { value, readers: new Set([reader]) });
      return unlessGone(value, signal);
    },
    forget: () => stored.clear(),
  };
}
