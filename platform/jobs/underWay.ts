import { setImmediate as nextTurn } from "node:timers/promises";

export type UnderWay = {
  /** Counts the work until it settles, and returns it. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when no work is running any more, including work started synchronously by finished work. */
  settled(): Promise<void>;
};

/** Counts running work, so that a shutdown can wait for it. */
export function createUnderWay(): UnderWay {
  const pending = new Set<Promise<unknown>>();
  return {
    track(work) {
      pending.add(work);
      const forget = () => {
        pending.delete(work);
      };
      void work.then(forget, forget);
      return work;
    },
    async settled() {
      do {
        await Promise.allSettled(pending);
        await nextTurn();
      } while (pending.size > 0);
    },
  };
}
