import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What a process holds, in bytes, and how V8 collects everything in it at once. */
export type Memory = { resident(): number; collect(): void };

/** Hears of requests: that one has come, and that its answer is over. */
export type IdleMemory = { begun(): void; ended(): void };

const megabyte = 1024 * 1024;
/** A process that holds less is left alone: collecting would hardly make it smaller. */
const inPeace = 200 * megabyte;
/** One that holds so much more than the last collections left is worth the next. */
const worthwhile = 32 * megabyte;
/** Nothing asked for so long is a pause. */
export const pauseMs = 3_000;
/**
 * The first finds what nobody needs any more, the second gives its room back, and the third that of what is young, which
 * V8 keeps until little was made for five seconds.
 */
export const collections = 3;

/**
 * Gives memory back once a load is over: V8 comes back for what nobody needs only when it needs the room. A collection
 * takes about a tenth of a second, so it waits until nothing is under way and nothing has been asked for a while.
 */
export function createIdleMemory({ resident, collect }: Memory): IdleMemory {
  let underWay = 0;
  let toCollect = 0;
  let enough = inPeace;
  let isCollected = false;
  const timer = setTimeout(() => {
    if (underWay > 0) return;
    if (toCollect === 0) {
      if (isCollected || resident() < enough) return;
      toCollect = collections;
    }
    collect();
    toCollect -= 1;
    isCollected = toCollect === 0;
    if (!isCollected) timer.refresh();
  }, pauseMs);
  timer.unref();
  return {
    begun() {
      underWay += 1;
      toCollect = 0;
      // Only by now has the system taken back what was given.
      if (isCollected) enough = Math.max(inPeace, resident() + worthwhile);
      isCollected = false;
    },
    ended() {
      underWay -= 1;
      timer.refresh();
    },
  };
}

/** The memory of this process. */
export function ownMemory(): Memory {
  // V8 has no other door to it: contexts that are made after this flag have the function.
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  return { resident: () => process.memoryUsage.rss(), collect };
}
