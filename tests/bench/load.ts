import autocannon from "autocannon";

export type Load = { perSecond: number; p50: number; p99: number; failed: number };

/**
 * Requests one page over and over.
 * @param seconds how long, after a warm-up of a quarter of it that is not counted
 * @returns responses per second, the 50th and 99th percentile of their time in whole milliseconds, and how many were
 * no 200 or missing
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
