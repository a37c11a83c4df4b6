import { setImmediate as nextTurn } from "node:timers/promises";

export type UnderWay = {
  /** Counts the work until it settles, and hands it back. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way any more, nor anything that followed from it at once. */
  settled(): Promise<void>;
};

/** Keeps count of what is under way, so that a stop can wait for it. */
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
