/**
 * Work as a generator: each `next()` runs for about a millisecond, the last one returns the result. Run it with
 * `runSync` or `runCooperatively`.
 */
export type Chunked<Result> = Generator<undefined, Result, undefined>;

/** Runs all the work without a pause. For small inputs, scripts and tests. */
export function runSync<Result>(work: Chunked<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const nextTurn = () =>
  new Promise<void>((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });

/**
 * Runs the work for `milliseconds` at a time and lets other work run in between, so that a server can respond while it
 * reads a large file. `pause` can be replaced, e.g. to stop the work by throwing.
 */
export async function runCooperatively<Result>(
  work: Chunked<Result>,
  { milliseconds = 8, pause = nextTurn }: { milliseconds?: number; pause?: () => Promise<void> } = {},
): Promise<Result> {
  let until = performance.now() + milliseconds;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await pause();
    until = performance.now() + milliseconds;
  }
}
