import type { Chunked } from "../index.ts";

/** Runs the work, and returns its time and that of its longest chunk, in milliseconds. */
export function timed<Result>(work: Chunked<Result>): { result: Result; time: number; piece: number } {
  const begin = performance.now();
  let piece = 0;
  for (;;) {
    const from = performance.now();
    const step = work.next();
    piece = Math.max(piece, performance.now() - from);
    if (step.done) return { result: step.value, time: performance.now() - begin, piece };
  }
}
