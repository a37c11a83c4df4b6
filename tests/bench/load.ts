import autocannon from "autocannon";

export type Load = { perSecond: number; p50: number; p99: number; failed: number };

/**
 * Requests one page in a loop.
 * @param seconds duration, after a warm-up of a quarter of it
 * @returns responses per second, p50 and p99 of their time in whole milliseconds, and the number of failed requests
 */
export async function ask(
  url: string,
  {
    connections,
    seconds,
    headers = {},
  }: { connections: number; seconds: number; headers?: Record<string, string> },
): Promise<Load> {
  const requested = { url, connections, headers };
  await autocannon({ ...requested, duration: Math.ceil(seconds / 4) });
  const { requests, latency, errors, statusCodeStats } = await autocannon({
    ...requested,
    duration: seconds,
  });
  const answers = Object.values(statusCodeStats ?? {}).reduce((sum, { count = 0 }) => sum + count, 0);
  const failed = errors + answers - (statusCodeStats?.["200"]?.count ?? 0);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failed };
}
