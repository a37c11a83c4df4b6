import { Pool } from "undici";

export type Load = { perSecond: number; p50: number; p99: number; failed: number };

/**
 * Asks for one page over and over.
 * @param seconds how long; the first fifth is not counted
 * @returns answers a second, and the 50th and 99th percentile of the time of one, in milliseconds
 */
export async function ask(
  url: string,
  {
    connections,
    seconds,
    headers = {},
  }: { connections: number; seconds: number; headers?: Record<string, string> },
): Promise<Load> {
  const { origin, pathname, search } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const began = performance.now();
  const countFrom = began + seconds * 200;
  const until = began + seconds * 1000;
  const times: number[] = [];
  let failed = 0;
  const askOn = async () => {
    for (;;) {
      const start = performance.now();
      if (start >= until) return;
      const answer = await pool.request({ path: pathname + search, method: "GET", headers });
      await answer.body.dump({ limit: 64_000_000 });
      if (answer.statusCode !== 200) failed += 1;
      if (start >= countFrom) times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { perSecond: times.length / (seconds * 0.8), p50: at(0.5), p99: at(0.99), failed };
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
