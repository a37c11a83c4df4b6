import { vi } from "vitest";

/**
 * Properties are checked for this share of their cases: for a tenth in `npm test`, or several times as often
 * (docs/reliability.md).
 */
const times = Number(process.env.MODEL_RUNS ?? (process.env.TEST_SUITE === "promises" ? 0.1 : 1));
const seed = process.env.MODEL_SEED;

/** How many cases of a property to check, of so many in all. */
export const cases = (all: number) => Math.ceil(all * times);

/** The longest that a test with properties may take, of so many ms for all of their cases. */
export const maxTestMs = (ms: number) => ms * Math.max(1, times);

/** fast-check's parameters for a property with so many cases in all. */
export const schedules = (all: number) => ({
  numRuns: cases(all),
  ...(seed !== undefined && { seed: Number(seed) }),
});

/** Runs with simulated timers, which the test advances. */
export async function withTime(run: () => Promise<void>) {
  vi.useFakeTimers();
  try {
    await run();
  } finally {
    vi.useRealTimers();
  }
}
