import { spawnSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";

/** Wall time of the sample on the idle machine for which the tests' limits were chosen. */
const sampleMs = 300;
const sample = "require('node:crypto').pbkdf2Sync('a', 'b', 300_000, 64, 'sha512')";
const maxFactor = 20;

/**
 * How many times slower than an idle machine of two cores this one is now, 1 to 20: from the start of a process that
 * works for a third of a second, and from what else waits for a processor.
 */
function measurePatience() {
  const began = performance.now();
  spawnSync(process.execPath, ["-e", sample], { stdio: "ignore" });
  const slowness = (performance.now() - began) / sampleMs;
  const crowd = loadavg()[0] / availableParallelism();
  return Math.round(Math.min(Math.max(slowness, crowd, 1), maxFactor) * 10) / 10;
}

// Measured once a run: the processes that it starts inherit it.
process.env.TEST_PATIENCE ??= String(measurePatience());

/** The factor of this run. */
export const patienceFactor = Number(process.env.TEST_PATIENCE);

/**
 * A time limit of a test, in milliseconds, stretched for a slow or busy machine. Limits are ceilings that only a hang
 * reaches: nothing is measured by them.
 *
 * @param {number} ms
 */
export const patience = (ms) => Math.round(ms * patienceFactor);
