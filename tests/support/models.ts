import { vi } from "vitest";

/** The random schedules are repeated this often, and from this seed if it is set (docs/reliability.md). */
const times = Number(process.env.MODEL_RUNS ?? 1);
const seed = process.env.MODEL_SEED;

/** fast-check's parameters for a model with so many schedules in the ordinary tests. */
export const schedules = (numRuns: number) => ({
  numRuns: numRuns * times,
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
