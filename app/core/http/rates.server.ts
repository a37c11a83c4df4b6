import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { database } from "#app/core/database/database.server.ts";
import type { Database } from "#database/connect.ts";
import { declinePrefetch } from "./prefetch.server.ts";
import { rateCounts } from "./tables.ts";

/** At most `most` within `seconds`, from the first one on. */
type Window = { most: number; seconds: number };

/** A rate limit; a growing wait doubles each time it is needed. */
export type Rate = { name: string; windows: readonly Window[]; grows?: boolean };

const maxWaitSeconds = 60 * 60;
const minGrownSeconds = 60;

const toSeconds = (ms: number): number => Math.ceil(ms / 1000);

/**
 * Counts in the database, so that all processes count together (errors#rates), and in this process while the database is
 * silent. `count` resolves to 0 if another one is allowed, else to the seconds to wait; rejected ones don't count.
 */
export function createRates(database: Database) {
  function limiterOf(keyPrefix: string, { most, seconds }: Window) {
    const counts = { keyPrefix, points: most, duration: seconds };
    return new RateLimiterDrizzle({
      ...counts,
      storeClient: database,
      schema: rateCounts,
      // `sweep` does that, of every table.
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(counts),
    });
  }
  type Limiter = ReturnType<typeof limiterOf>;
  /** The limiters of a rate's windows, and the count of its waits, which is never full. */
  type Limiters = { windows: { limiter: Limiter; most: number }[]; waits: Limiter };
  const limiters = new Map<string, Limiters>();

  function limitersOf({ name, windows }: Rate): Limiters {
    const found = limiters.get(name);
    if (found) return found;
    const made = {
      windows: windows.map((window) => ({
        limiter: limiterOf(`${name}:${window.seconds}`, window),
        most: window.most,
      })),
      waits: limiterOf(`${name}:waits`, { most: Number.MAX_SAFE_INTEGER, seconds: maxWaitSeconds }),
    };
    limiters.set(name, made);
    return made;
  }

  /** The count of a window that is full; undefined if it had room for one more. */
  async function consume({ limiter }: Limiters["windows"][number], who: string) {
    try {
      await limiter.consume(who);
      return undefined;
    } catch (rejected) {
      if (rejected instanceof RateLimiterRes) return rejected;
      throw rejected;
    }
  }

  /** Makes everybody wait who comes while a window is full, twice as long as the last time. */
  async function growWait(rate: Rate, who: string, waitSeconds: number): Promise<number> {
    const { windows, waits } = limitersOf(rate);
    const earlier = (await waits.get(who))?.consumedPoints ?? 0;
    const grown = Math.min(maxWaitSeconds, Math.max(waitSeconds, minGrownSeconds * 2 ** earlier));
    const longest = Math.max(...rate.windows.map(({ seconds }) => seconds));
    await waits.set(who, earlier + 1, longest + grown);
    await windows[0]?.limiter.block(who, grown);
    return grown;
  }

  return async function count(rate: Rate, who: string): Promise<number> {
    const { windows } = limitersOf(rate);
    for (const [at, window] of windows.entries()) {
      const full = await consume(window, who);
      if (!full) continue;
      for (const { limiter } of windows.slice(0, at)) await limiter.reward(who);
      // It was full before, or a wait has begun that is in its place.
      const isFirst = full.consumedPoints === window.most + 1;
      const others = await Promise.all(windows.slice(at + 1).map(({ limiter }) => limiter.get(who)));
      const waits = windows.slice(at + 1).flatMap(({ most }, index) => {
        const other = others[index];
        return other && other.consumedPoints >= most ? [other.msBeforeNext] : [];
      });
      const seconds = toSeconds(Math.max(full.msBeforeNext, ...waits));
      return rate.grows && isFirst ? growWait(rate, who, seconds) : seconds;
    }
    return 0;
  };
}

/** Counts what is no use of the portal, such as the lines of a log, prefetches too. */
export const countAlways = createRates(database);

/** Counts a request; a prefetch is not counted, and aborted here. */
export function count(...what: Parameters<typeof countAlways>): Promise<number> {
  declinePrefetch();
  return countAlways(...what);
}
