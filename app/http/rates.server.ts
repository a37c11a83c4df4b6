import { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import { declinePrefetch } from "./prefetch.server.ts";

/** At most `most` within `seconds`. */
type Window = { most: number; seconds: number };

/** A rate limit; a growing wait doubles each time it is needed. */
export type Rate = { name: string; windows: readonly Window[]; grows?: boolean };

const maxWaitMs = 60 * 60_000;
const lockSeconds = 10;

const counted = z.object({
  /** The counted moments, oldest first, and the end of a wait; in epoch milliseconds. */
  moments: z.array(z.number()),
  waits: z.number(),
  until: z.number(),
});

/** Time until a window has room again, in milliseconds. */
function fullFor({ most, seconds }: Window, moments: readonly number[], now: number): number {
  const first = moments.at(-most);
  return first === undefined ? 0 : Math.max(0, first + seconds * 1000 - now);
}

/**
 * Counts in the record store, so that all processes count together (errors#rates). `count` resolves
 * to 0 if another one is allowed, else to the seconds to wait; rejected ones don't count.
 */
export function createRates(records: Records, clock: () => number) {
  return async function count({ name, windows, grows = false }: Rate, who: string): Promise<number> {
    const key = `rate:${name}:${who}`;
    return records.withLock(key, lockSeconds, async (locked) => {
      const now = clock();
      const { moments, waits, until } = (await locked.get(key, counted)) ?? {
        moments: [],
        waits: 0,
        until: 0,
      };
      if (until > now) return Math.ceil((until - now) / 1000);
      const most = Math.max(...windows.map((window) => window.most));
      const longest = Math.max(...windows.map((window) => window.seconds));
      const waitMs = Math.max(...windows.map((window) => fullFor(window, moments, now)));
      if (waitMs === 0) {
        const after = { moments: [...moments, now].slice(-most), waits, until: 0 };
        await locked.set(key, after, longest, { isBrief: !grows });
        return 0;
      }
      if (!grows) return Math.ceil(waitMs / 1000);
      const grown = Math.min(maxWaitMs, Math.max(waitMs, 60_000 * 2 ** waits));
      await locked.set(key, { moments, waits: waits + 1, until: now + grown }, longest + grown / 1000);
      return Math.ceil(grown / 1000);
    });
  };
}

const countNow = createRates(records, Date.now);

/** Counts a request; a prefetch is not counted, and aborted here. */
export function count(...what: Parameters<typeof countNow>): Promise<number> {
  declinePrefetch();
  return countNow(...what);
}
