/** What `within` throws: the work was not done in time. It may still finish. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The work's outcome, or `TimeoutError` after `ms`. The work itself goes on; its result is then ignored. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const out = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`No answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, out]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `ms`, at once for 0. */
export const pause = (ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();

export const messageOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);
